'use client';

import { useMutation } from '@tanstack/react-query';
import type { ShownInvitation } from '@tillgate/domain/members';
import { Button, buttonVariants, Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { useTRPC } from '@/trpc/client';
import { AuthFrame } from './auth-frame.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SubmitButton } from './submit-button.tsx';

type Props = {
  token: string;
  invitation: ShownInvitation;
  /** The address of the signed-in person. */
  signedInAs: string | undefined;
  providerName: string | undefined;
};

/** An open invitation, with the one way in which the reader can accept it. */
export function Invitation({ token, invitation, signedInAs, providerName }: Props) {
  const t = useTranslations('identity.invitation');
  const roles = useTranslations('identity.roles');
  const { organizationName: organization, email, role, isUser } = invitation;
  const here = `/invitations/accept?token=${token}`;
  return (
    <AuthFrame title={t('title', { organization })} description={t('offered', { email, role: roles(role) })}>
      {signedInAs === undefined && !isUser && (
        <SignUpForm token={token} email={email} here={here} providerName={providerName} />
      )}
      {signedInAs === undefined && isUser && (
        <>
          <p className="text-sm">{t('signInFirst')}</p>
          <Link
            href={`/sign-in?next=${encodeURIComponent(here)}`}
            className={buttonVariants({ variant: 'primary', size: 'lg' })}
          >
            {t('signIn')}
          </Link>
        </>
      )}
      {signedInAs === email && <Accept token={token} organization={organization} />}
      {signedInAs !== undefined && signedInAs !== email && <OtherPerson email={signedInAs} />}
    </AuthFrame>
  );
}

function Accept({ token, organization }: { token: string; organization: string }) {
  const t = useTranslations('identity.invitation');
  const accept = useMutation(
    useTRPC().identity.acceptInvitation.mutationOptions({ onSuccess: () => window.location.assign('/') }),
  );
  return (
    <>
      <FormError error={accept.error} />
      <SubmitButton
        type="button"
        isPending={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token })}
      >
        {t('accept', { organization })}
      </SubmitButton>
    </>
  );
}

function OtherPerson({ email }: { email: string }) {
  const t = useTranslations('identity.invitation');

  async function signOut() {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
    await fetch('/api/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken, json: 'true' }) });
    window.location.reload();
  }

  return (
    <>
      <Callout tone="warning">{t('otherPerson', { email })}</Callout>
      <Button size="lg" onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </>
  );
}

/** An invitation that leads nowhere, and why. */
export function InvitationGone({ why }: { why: 'accepted' | 'expired' | 'revoked' | 'missing' }) {
  const t = useTranslations('identity.invitation');
  return (
    <AuthFrame title={t('goneTitle')} description={t(`gone.${why}`)}>
      <Link href="/" className={buttonVariants({ size: 'lg' })}>
        {t('toDashboard')}
      </Link>
    </AuthFrame>
  );
}
