'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Field, Input } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useReauthentication } from '@/features/shell/reauthentication';
import { toast } from '@/features/shell/toast';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

const phoneLengthMax = 20;
const shortestPhone = 9;

/** Asks for the nominated number, and has M-PESA asked for missed confirmations. */
export function StartPulling({ onClose }: { onClose: () => void }) {
  const t = useTranslations('offline.pull');
  const setPull = useSetPull();
  const [phone, setPhone] = useState('');
  return (
    <Confirmation
      title={t('startTitle')}
      summary={t('startSummary')}
      confirmLabel={t('confirm')}
      isIncomplete={phone.replace(/\D/g, '').length < shortestPhone}
      onConfirm={async () => {
        await setPull(phone.trim());
        toast.success(t('started'));
      }}
      onClose={onClose}
    >
      <Field label={t('number')} description={t('numberHelp')} required>
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={phone}
          maxLength={phoneLengthMax}
          onChange={(event) => setPhone(event.target.value)}
        />
      </Field>
    </Confirmation>
  );
}

/** Asks before M-PESA is asked no longer. */
export function StopPulling({ onClose }: { onClose: () => void }) {
  const t = useTranslations('offline.pull');
  const setPull = useSetPull();
  return (
    <Confirmation
      title={t('stopTitle')}
      summary={t('stopSummary')}
      tone="danger"
      confirmLabel={t('stop')}
      onConfirm={async () => {
        await setPull(null);
        toast.success(t('stopped'));
      }}
      onClose={onClose}
    />
  );
}

function useSetPull(): (nominatedPhone: string | null) => Promise<void> {
  const trpc = useTRPC();
  const tenant = useTenant();
  const client = useQueryClient();
  const { run } = useReauthentication();
  const set = useMutation(trpc.offline.setPull.mutationOptions());
  return async (nominatedPhone) => {
    await run(() => set.mutateAsync({ ...tenant, nominatedPhone }));
    await client.invalidateQueries(trpc.offline.pathFilter());
  };
}
