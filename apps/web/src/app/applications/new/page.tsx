import type { Metadata } from 'next';
import { NewApplication } from '@/features/shell/new-application';
import { PlainFrame } from '@/features/shell/plain-frame';
import { signedInPerson } from '@/features/shell/tenant-page';
import { getTranslator } from '@/i18n/server';
import { caller } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('shell'))('newApplication.title') };
}

export default async function NewApplicationPage() {
  await signedInPerson();
  const { places, person } = await caller.navigation.places();
  const organizations = places.filter(({ role, needs }) => needs === null && (role === 'owner' || role === 'admin'));
  return (
    <PlainFrame person={person} hasWayBack>
      <NewApplication organizations={organizations} />
    </PlainFrame>
  );
}
