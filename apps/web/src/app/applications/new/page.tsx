import { NewApplication } from '@/features/shell/new-application';
import { titled } from '@/features/shell/page';
import { PlainFrame } from '@/features/shell/plain-frame';
import { signedInPerson } from '@/features/shell/tenant-page';
import { caller } from '@/trpc/server';

export const generateMetadata = titled('shell', 'newApplication.title');

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
