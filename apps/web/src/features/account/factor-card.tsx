'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Card, CardContent, CardHeader, ConfirmDialog } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { onDemand } from '@/features/shell/on-demand';
import { useReauthentication } from '@/features/shell/reauthentication';
import { toast } from '@/features/shell/toast';
import { timeText, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import { messageOf } from '@/trpc/errors';
import type { AccountFacts, NewFactor } from './types.ts';
import { useChange } from './use-change.ts';

const SetUpFactor = onDemand(() => import('./set-up-factor.tsx').then((part) => part.SetUpFactor));
const RecoveryCodes = onDemand(() => import('./recovery-codes.tsx').then((part) => part.RecoveryCodesDialog));

/** The second factor: an authenticator app, and codes for when it is lost. */
export function FactorCard({ account }: { account: AccountFacts }) {
  const t = useTranslations('account.factor');
  const preferences = usePreferences();
  const { secondFactor } = account;
  const [codes, setCodes] = useState<string[]>();
  const trpc = useTRPC();
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries(trpc.account.pathFilter());
  return (
    <Card>
      <CardHeader
        title={t('title')}
        actions={<Badge tone={secondFactor ? 'success' : 'neutral'}>{secondFactor ? t('on') : t('off')}</Badge>}
      />
      <CardContent className="flex flex-col items-start gap-4">
        <p className="text-muted-foreground text-sm">
          {secondFactor
            ? t('onText', {
                date: timeText(secondFactor.confirmedAt, 'date', preferences),
                count: secondFactor.recoveryCodesLeft,
              })
            : t('offText')}
        </p>
        {secondFactor ? (
          <div className="flex flex-wrap gap-2">
            <RenewCodes onRenewed={setCodes} />
            <RemoveFactor onRemoved={refresh} />
          </div>
        ) : (
          <SetUpFactorButton onDone={refresh} />
        )}
      </CardContent>
      {codes && (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(undefined);
            refresh();
          }}
        />
      )}
    </Card>
  );
}

/** Sets up an authenticator app. `onDone` is called when the dialog is closed, with an app or without. */
export function SetUpFactorButton({ onDone }: { onDone: () => void }) {
  const t = useTranslations('account.factor');
  const begin = useMutation(useTRPC().account.setUpSecondFactor.mutationOptions());
  const { change, error, isPending } = useChange();
  const [factor, setFactor] = useState<NewFactor>();

  async function start() {
    const begun = await change(() => begin.mutateAsync());
    if (begun) setFactor(begun.done);
  }

  return (
    <>
      <FormError error={error} />
      <Button variant="primary" isPending={isPending} onClick={() => void start()}>
        {t('setUp')}
      </Button>
      {factor && (
        <SetUpFactor
          factor={factor}
          onClose={() => {
            setFactor(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}

function RenewCodes({ onRenewed }: { onRenewed: (codes: string[]) => void }) {
  const t = useTranslations('account.factor');
  const { run } = useReauthentication();
  const renew = useMutation(useTRPC().account.renewRecoveryCodes.mutationOptions());
  return (
    <ConfirmDialog
      trigger={<Button>{t('renew')}</Button>}
      title={t('renewTitle')}
      summary={t('renewText')}
      confirmLabel={t('renewConfirm')}
      errorText={messageOf}
      onConfirm={async () => onRenewed((await run(() => renew.mutateAsync())).recoveryCodes)}
    />
  );
}

function RemoveFactor({ onRemoved }: { onRemoved: () => void }) {
  const t = useTranslations('account.factor');
  const { run } = useReauthentication();
  const remove = useMutation(useTRPC().account.disableSecondFactor.mutationOptions());
  return (
    <ConfirmDialog
      tone="danger"
      trigger={<Button variant="danger-outline">{t('remove')}</Button>}
      title={t('removeTitle')}
      summary={t('removeText')}
      confirmLabel={t('removeConfirm')}
      errorText={messageOf}
      onConfirm={async () => {
        await run(() => remove.mutateAsync());
        toast.success(t('removed'));
        onRemoved();
      }}
    />
  );
}
