import { notFound, redirect } from 'next/navigation';
import { tenantPath } from '@/features/shell/tenant';
import { signedInPerson } from '@/features/shell/tenant-page';
import { caller } from '@/trpc/server';

/** Leads to the first application. */
export default async function RootPage() {
  await signedInPerson();
  const { places } = await caller.navigation.places();
  const [first] = places.flatMap(({ applications }) => applications);
  if (!first) notFound();
  redirect(tenantPath({ applicationId: first.applicationId, environment: 'sandbox' }));
}
