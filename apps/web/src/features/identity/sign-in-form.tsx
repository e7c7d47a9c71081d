'use client';

import { Button, Field, Input } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { AuthFrame } from './auth-frame.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { postSignIn } from './post-sign-in.ts';
import { ProviderButton } from './provider-button.tsx';
import { RefusalCallout } from './refusal-callout.tsx';
import type { SignInRefusal } from './sign-in-refusal.ts';
import { SubmitButton } from './submit-button.tsx';

type Step = 'password' | 'code';

type SignInFormProps = {
  /** Where to go afterwards: a page of the dashboard. */
  next: string;
  firstStep: Step;
  firstRefusal: SignInRefusal | undefined;
  /** Name of the identity provider, when there is one. */
  providerName: string | undefined;
  /** Whether browsers have passkeys for this address. */
  hasPasskeys: boolean;
};

/** Signing in: the password, then the code where one is owed. */
export function SignInForm({ next, firstStep, firstRefusal, providerName, hasPasskeys }: SignInFormProps) {
  const t = useTranslations('identity');
  const [step, setStep] = useState<Step>(firstStep);
  const [refusal, setRefusal] = useState(firstRefusal);
  const [isPending, setPending] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    setPending(true);
    setRefusal(undefined);
    const refused = await postSignIn(
      step === 'code' ? { code: text('code') } : { email: text('email'), password: text('password') },
    );
    if (!refused) {
      // A whole load: nothing of another person stays in memory.
      window.location.assign(next);
      return;
    }
    setPending(false);
    setRefusal(refused);
    if (refused.kind === 'second_factor_needed') setStep('code');
    if (refused.kind === 'challenge_gone') setStep('password');
  }

  if (step === 'code') {
    return (
      <AuthFrame title={t('code.title')} description={t('code.description')}>
        <RefusalCallout key={JSON.stringify(refusal)} refusal={refusal} />
        <form method="post" onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
          <CodeField />
          <SubmitButton isPending={isPending}>{t('code.submit')}</SubmitButton>
        </form>
        <Button
          variant="link"
          className="self-start"
          onClick={() => {
            setRefusal(undefined);
            setStep('password');
          }}
        >
          {t('code.other')}
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('signIn.title')} description={t('signIn.description')}>
      <RefusalCallout key={JSON.stringify(refusal)} refusal={refusal} />
      <form method="post" onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <PasswordFields />
        <SubmitButton isPending={isPending}>{t('signIn.submit')}</SubmitButton>
      </form>
      {(hasPasskeys || providerName !== undefined) && <Or />}
      {hasPasskeys && <PasskeyButton next={next} onRefusal={setRefusal} />}
      {providerName !== undefined && <ProviderButton name={providerName} next={next} onRefusal={setRefusal} />}
      <p className="border-t pt-4 text-muted-foreground text-xs">{t('signIn.invitationOnly')}</p>
    </AuthFrame>
  );
}

/** Between the form and the other ways in. */
function Or() {
  const t = useTranslations('identity.signIn');
  return (
    <div className="flex items-center gap-3 text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {t('or')}
    </div>
  );
}

function PasswordFields() {
  const t = useTranslations('identity.signIn');
  return (
    <>
      <Field label={t('email')}>
        <Input name="email" type="email" autoComplete="username" required autoFocus className="pointer-fine:h-10" />
      </Field>
      <div className="flex flex-col gap-1.5">
        <Field label={t('password')}>
          <Input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            className="pointer-fine:h-10"
          />
        </Field>
        <Link
          href="/forgot-password"
          className="touch-area self-start text-link text-xs underline-offset-4 hover:underline"
        >
          {t('forgot')}
        </Link>
      </div>
    </>
  );
}

function CodeField() {
  const t = useTranslations('identity.code');
  return (
    <Field label={t('label')} description={t('help')}>
      <Input
        name="code"
        mono
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
        autoFocus
        className="pointer-fine:h-10 text-base tracking-widest"
      />
    </Field>
  );
}
