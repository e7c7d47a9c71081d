'use client';

import { useMutation } from '@tanstack/react-query';
import { buttonVariants, Field, Input } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { AuthFrame } from './auth-frame.tsx';
import { SubmitButton } from './submit-button.tsx';
import { keptByDefault, type ShownWayIn, WaysIn } from './ways-in.tsx';

/** Chooses a new password with the link from an email. */
export function ResetPasswordForm({ token, ways }: { token: string; ways: ShownWayIn[] }) {
  const t = useTranslations('identity.reset');
  const reset = useMutation(useTRPC().identity.resetPassword.mutationOptions());
  const [kept, setKept] = useState(() => keptByDefault(ways));
  const issues = fieldIssues(reset.error);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    reset.mutate({ token, password: String(new FormData(event.currentTarget).get('password')), keep: kept });
  }

  if (reset.isSuccess) {
    return (
      <AuthFrame title={t('doneTitle')} description={t('done')}>
        <Link href="/sign-in" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
          {t('signIn')}
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('title')} description={t('description')}>
      <form method="post" onSubmit={send} className="flex flex-col gap-4">
        <FormError error={reset.error} fields={['password']} />
        <Field label={t('password')} description={t('help')} error={issues.password}>
          <Input
            name="password"
            type="password"
            autoComplete="new-password"
            required
            autoFocus
            className="pointer-fine:h-10"
          />
        </Field>
        <WaysIn ways={ways} kept={kept} onChange={setKept} />
        <SubmitButton isPending={reset.isPending}>{t('submit')}</SubmitButton>
      </form>
    </AuthFrame>
  );
}

/** The page of a used or expired link. */
export function ResetGone() {
  const t = useTranslations('identity.reset');
  return (
    <AuthFrame title={t('goneTitle')} description={t('gone')}>
      <Link href="/forgot-password" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
        {t('again')}
      </Link>
    </AuthFrame>
  );
}
