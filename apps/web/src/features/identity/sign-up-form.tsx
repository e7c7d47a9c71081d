'use client';

import { useMutation } from '@tanstack/react-query';
import { Field, Input } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { postSignIn } from './post-sign-in.ts';
import { ProviderButton } from './provider-button.tsx';
import { RefusalCallout } from './refusal-callout.tsx';
import type { SignInRefusal } from './sign-in-refusal.ts';
import { SubmitButton } from './submit-button.tsx';

type Props = { token: string; email: string; here: string; providerName: string | undefined };

/** Makes the account of who was invited, signs them in and leads them to their organization. */
export function SignUpForm({ token, email, here, providerName }: Props) {
  const t = useTranslations('identity.invitation');
  const reset = useTranslations('identity.reset');
  const [refusal, setRefusal] = useState<SignInRefusal>();
  const signUp = useMutation(
    useTRPC().identity.signUp.mutationOptions({
      async onSuccess(_made, { password }) {
        await postSignIn({ email, password });
        // If the sign-in failed, that page shows the error. The account exists.
        window.location.assign('/');
      },
    }),
  );
  const issues = fieldIssues(signUp.error);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    signUp.mutate({ token, name: String(form.get('name')), password: String(form.get('password')) });
  }

  return (
    <>
      <RefusalCallout refusal={refusal} />
      <form method="post" onSubmit={send} className="flex flex-col gap-4">
        <FormError error={signUp.error} fields={['name', 'password']} />
        {/* For password managers: which account the password is of. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field label={t('name')} description={t('nameHelp')} error={issues.name}>
          <Input name="name" autoComplete="name" required autoFocus className="pointer-fine:h-10" />
        </Field>
        <Field label={t('password')} description={reset('help')} error={issues.password}>
          <Input name="password" type="password" autoComplete="new-password" required className="pointer-fine:h-10" />
        </Field>
        <SubmitButton isPending={signUp.isPending || signUp.isSuccess}>{t('signUp')}</SubmitButton>
      </form>
      {providerName !== undefined && <ProviderButton name={providerName} next={here} onRefusal={setRefusal} />}
    </>
  );
}
