'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, buttonVariants, Dialog, Field, Input, Skeleton } from '@tillgate/ui';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useTRPC } from '@/trpc/client';
import { dataOf, fieldIssues } from '@/trpc/errors';
import { DialogForm } from './dialog-form.tsx';
import { FormError } from './form-error.tsx';
import { Link } from './link.tsx';
import { LoadError } from './load-error.tsx';
import { answerWithPasskey } from './passkeys.ts';

type Props = { onConfirmed: () => void; onCancel: () => void };

/** Asks for a code of the authenticator app, or for the password of people without one. */
export function ReauthenticationDialog({ onConfirmed, onCancel }: Props) {
  const t = useTranslations('shell.reauthentication');
  const trpc = useTRPC();
  const asked = useQuery(trpc.account.reauthenticationMethod.queryOptions(undefined, { gcTime: 0 }));
  return (
    <Dialog onClose={onCancel} title={t('title')} description={t('why')} size="sm">
      {asked.isPending && <Skeleton className="h-28" />}
      {asked.isError && <LoadError query={asked} />}
      {asked.data?.hasPasskey && <PasskeyProof onConfirmed={onConfirmed} />}
      {asked.data && asked.data.method !== 'none' && (
        <ProofForm method={asked.data.method} onConfirmed={onConfirmed} onCancel={onCancel} />
      )}
      {asked.data?.method === 'none' && !asked.data.hasPasskey && <NoMethod />}
    </Dialog>
  );
}

/** A passkey proves it without typing. */
export function PasskeyProof({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useTranslations('shell.reauthentication');
  const trpc = useTRPC();
  const ask = useMutation(trpc.account.askForPasskey.mutationOptions());
  const prove = useMutation(trpc.account.reauthenticate.mutationOptions());
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);

  async function confirm() {
    setPending(true);
    setError(undefined);
    try {
      const signature = await answerWithPasskey(() => ask.mutateAsync());
      if (signature !== undefined) {
        await prove.mutateAsync({ signature });
        onConfirmed();
      }
    } catch (thrown) {
      setError(dataOf(thrown) ? thrown : new Error(t('passkeyFailed')));
    }
    setPending(false);
  }

  return (
    <div className="flex flex-col gap-4">
      <FormError error={error} />
      <Button isPending={isPending} onClick={() => void confirm()}>
        <KeyRound aria-hidden />
        {t('passkey')}
      </Button>
    </div>
  );
}

type FormProps = Props & { method: 'password' | 'code' };

function ProofForm({ method, onConfirmed, onCancel }: FormProps) {
  const t = useTranslations('shell.reauthentication');
  const trpc = useTRPC();
  const prove = useMutation(trpc.account.reauthenticate.mutationOptions({ onSuccess: onConfirmed }));
  const issue = fieldIssues(prove.error)[method];
  const input = useRef<HTMLInputElement>(null);
  // It comes after the dialog has opened and taken the focus.
  useEffect(() => input.current?.focus(), []);
  return (
    <DialogForm
      change={prove}
      fields={[method]}
      submitLabel={t('confirm')}
      onSubmit={(given) => prove.mutate({ [method]: String(given.get('proof')) })}
      onClose={onCancel}
    >
      <Field label={t(method)} description={method === 'code' && t('codeHelp')} error={issue} required>
        {method === 'password' ? (
          <Input ref={input} name="proof" type="password" autoComplete="current-password" />
        ) : (
          <Input ref={input} name="proof" autoComplete="one-time-code" inputMode="numeric" mono />
        )}
      </Field>
    </DialogForm>
  );
}

/** For people with neither a password nor an authenticator app: they must set one up first. */
function NoMethod() {
  const t = useTranslations('shell.reauthentication');
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{t('none')}</p>
      <Link href="/account" className={buttonVariants()}>
        {t('account')}
      </Link>
    </div>
  );
}
