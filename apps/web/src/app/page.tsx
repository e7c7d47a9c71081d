import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { NoApplication } from '@/features/shell/no-application';
import { startOf } from '@/features/shell/places';
import { tenantPath } from '@/features/shell/tenant';
import { signedInPerson, signInRequiredPath } from '@/features/shell/tenant-page';
import { lastPlaceCookie } from '@/i18n/locale';
import { caller } from '@/trpc/server';

/** Redirects to the last opened application, or explains how to get a first one. */
export default async function RootPage() {
  await signedInPerson();
  const { places, person } = await caller.navigation.places();
  const start = startOf(places, (await cookies()).get(lastPlaceCookie)?.value);
  if (start) redirect(tenantPath(start));
  const closed = places.find(({ needs }) => needs !== null);
  if (closed) redirect(signInRequiredPath(closed.organizationId, '/'));
  return <NoApplication places={places} person={person} />;
}
