'use client';

import { useMutation } from '@tanstack/react-query';
import { Callout, Field, Input } from '@tillgate/ui';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { AuthFrame } from './auth-frame.tsx';
import { SubmitButton } from './submit-button.tsx';

/** Requests a link to choose a new password. The response never reveals whether the address has an account. */
export function ForgotPasswordForm() {
  const t = useTranslations('identity.forgot');
  const signIn = useTranslations('identity.signIn');
  const ask = useMutation(useTRPC().identity.requestPasswordReset.mutationOptions());
  const issues = fieldIssues(ask.error);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    ask.mutate({ email: String(new FormData(event.currentTarget).get('email')) });
  }

  return (
    <AuthFrame title={ask.isSuccess ? t('sentTitle') : t('title')} description={!ask.isSuccess && t('description')}>
      {ask.isSuccess ? (
        <Callout tone="success" role="status">
          {t('sent', { email: ask.variables.email })}
        </Callout>
      ) : (
        <form method="post" onSubmit={send} className="flex flex-col gap-4">
          <FormError error={ask.error} fields={['email']} />
          <Field label={signIn('email')} error={issues.email}>
            <Input name="email" type="email" autoComplete="username" required autoFocus className="pointer-fine:h-10" />
          </Field>
          <SubmitButton isPending={ask.isPending}>{t('submit')}</SubmitButton>
        </form>
      )}
      <Link href="/sign-in" className="touch-area self-start text-link text-sm underline-offset-4 hover:underline">
        {t('back')}
      </Link>
    </AuthFrame>
  );
}
