'use client';

import type { SignInRequirement } from '@tillgate/db';
import { Button, Callout } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { goToProvider } from '@/features/identity/post-sign-in';
import { RefusalCallout } from '@/features/identity/refusal-callout';
import type { SignInRefusal } from '@/features/identity/sign-in-refusal';
import { PasskeyProof, ReauthenticationDialog } from '@/features/shell/reauthentication-dialog';
import { SetUpFactorButton } from './factor-card.tsx';

type Props = {
  needs: SignInRequirement;
  organizationName: string;
  /** Whether the person has an authenticator app, and gave no code of it in this session. */
  hasSecondFactor: boolean;
  hasPasskey: boolean;
  /** Name of the identity provider, when there is one. */
  providerName: string | undefined;
  next: string;
};

/** What the organization requires, and one button to fulfil it. */
export function SignInRequired({ needs, organizationName, hasSecondFactor, hasPasskey, providerName, next }: Props) {
  const t = useTranslations('identity.required');
  // A full page load, so that the server checks the session again.
  const goOn = () => window.location.assign(next);
  const state = needs === 'sso' ? 'sso' : hasSecondFactor ? 'code' : hasPasskey ? 'passkey' : 'setUp';
  return (
    <div className="mx-auto flex max-w-md flex-col items-start gap-4 py-12">
      <div>
        <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
        <p className="mt-1 text-muted-foreground">{t(`${state}.text`, { organization: organizationName })}</p>
      </div>
      {state === 'setUp' && <SetUpFactorButton onDone={goOn} />}
      {state === 'passkey' && <PasskeyProof onConfirmed={goOn} />}
      {state === 'code' && <EnterCode onConfirmed={goOn} />}
      {state === 'sso' && <GoToProvider name={providerName} next={next} />}
    </div>
  );
}

function EnterCode({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useTranslations('identity.required.code');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setAsking(true)}>
        {t('action')}
      </Button>
      {isAsking && <ReauthenticationDialog onConfirmed={onConfirmed} onCancel={() => setAsking(false)} />}
    </>
  );
}

function GoToProvider({ name, next }: { name: string | undefined; next: string }) {
  const t = useTranslations('identity');
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<SignInRefusal>();

  async function go() {
    setPending(true);
    setRefusal(await goToProvider(next));
    setPending(false);
  }

  if (name === undefined) return <Callout tone="warning">{t('required.sso.missing')}</Callout>;
  return (
    <>
      <RefusalCallout refusal={refusal} />
      <Button variant="primary" isPending={isPending} onClick={() => void go()}>
        {t('signIn.provider', { name })}
      </Button>
    </>
  );
}
