import { findOrganizationAccess } from '@tillgate/domain/organizations';
import { notFound, redirect } from 'next/navigation';
import { getDeps } from '@/deps';
import { SignInRequired } from '@/features/account/sign-in-required';
import { nextPath } from '@/features/identity/next-path';
import { titled } from '@/features/shell/page';
import { PlainFrame } from '@/features/shell/plain-frame';
import { signedInPerson } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { caller } from '@/trpc/server';

export const generateMetadata = titled('identity', 'required.title');

type Search = Promise<{ organization?: string | string[]; next?: string | string[] }>;

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** Explains the sign-in rule that this session does not meet, and how to meet it. */
export default async function SignInRequiredPage({ searchParams }: { searchParams: Search }) {
  const { organization, next: asked } = await searchParams;
  const person = await signedInPerson();
  const { context, settings } = await getDeps();
  const access = await findOrganizationAccess(context, { ...person, organizationId: one(organization) ?? '' });
  const next = nextPath(one(asked));
  if (!access) notFound();
  if (access.isOpen) redirect(next);
  const { secondFactor, passkeys, canAddPasskeys } = await caller.account.get();
  const { places } = await caller.navigation.places();
  const { email, name } = person;
  return (
    <PlainFrame person={{ email, name }} hasWayBack={places.some(({ applications }) => applications.length > 0)}>
      <Messages of={['account', 'identity']}>
        <SignInRequired
          needs={access.needs}
          organizationName={access.organizationName}
          hasSecondFactor={secondFactor !== null}
          hasPasskey={canAddPasskeys && passkeys.length > 0}
          providerName={settings.oidc?.name}
          next={next}
        />
      </Messages>
    </PlainFrame>
  );
}
