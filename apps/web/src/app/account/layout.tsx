import type { ReactNode } from 'react';
import { PlainFrame } from '@/features/shell/plain-frame';
import { signedInPerson } from '@/features/shell/tenant-page';

/** Around the person's own pages. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { email, name } = await signedInPerson();
  return (
    <PlainFrame person={{ email, name }} hasWayBack>
      {children}
    </PlainFrame>
  );
}
