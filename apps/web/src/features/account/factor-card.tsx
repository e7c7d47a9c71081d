'use client';

import { useMutation } from '@tanstack/react-query';
import { Badge, Button, Card, CardContent, CardHeader } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { FormError } from '@/features/shell/form-error';
import { onDemand } from '@/features/shell/on-demand';
import { useProven } from '@/features/shell/reauthentication';
import { toast } from '@/features/shell/toast';
import { useChange, useRefresh } from '@/features/shell/use-change';
import { timeText, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { AccountFacts, NewFactor } from './types.ts';

const SetUpFactor = onDemand(() => import('./set-up-factor.tsx').then((part) => part.SetUpFactor));
const RecoveryCodes = onDemand(() => import('./recovery-codes.tsx').then((part) => part.RecoveryCodesDialog));

/** The second factor: an authenticator app, and codes for when it is lost. */
export function FactorCard({ account }: { account: AccountFacts }) {
  const t = useTranslations('account.factor');
  const preferences = usePreferences();
  const { secondFactor } = account;
  const [codes, setCodes] = useState<string[]>();
  const refresh = useRefresh();
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
            <RemoveFactor />
          </div>
        ) : (
          <SetUpFactorButton onDone={() => void refresh()} />
        )}
      </CardContent>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
    </Card>
  );
}

/** Sets up an authenticator app. `onDone` is called when the dialog is closed, with an app or without. */
export function SetUpFactorButton({ onDone }: { onDone: () => void }) {
  const t = useTranslations('account.factor');
  const proven = useProven();
  const [factor, setFactor] = useState<NewFactor>();
  const begin = useMutation(proven(useTRPC().account.setUpSecondFactor.mutationOptions({ onSuccess: setFactor })));
  return (
    <>
      <FormError error={begin.error} />
      <Button variant="primary" isPending={begin.isPending} onClick={() => begin.mutate()}>
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
  const renew = useChange(useTRPC().account.renewRecoveryCodes.mutationOptions(), { isSeenOnce: true });
  return (
    <Confirmation
      trigger={<Button>{t('renew')}</Button>}
      title={t('renewTitle')}
      summary={t('renewText')}
      confirmLabel={t('renewConfirm')}
      onConfirm={async () => onRenewed((await renew.mutateAsync()).recoveryCodes)}
    />
  );
}

function RemoveFactor() {
  const t = useTranslations('account.factor');
  const remove = useChange(useTRPC().account.disableSecondFactor.mutationOptions());
  return (
    <Confirmation
      tone="danger"
      trigger={<Button variant="danger-outline">{t('remove')}</Button>}
      title={t('removeTitle')}
      summary={t('removeText')}
      confirmLabel={t('removeConfirm')}
      onConfirm={async () => {
        await remove.mutateAsync();
        toast.success(t('removed'));
      }}
    />
  );
}
