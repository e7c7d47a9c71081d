'use client';

import { Field, Input } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

const phoneLengthMax = 20;
const shortestPhone = 9;

/** Asks for the nominated number, and has M-PESA asked for missed confirmations. */
export function StartPulling({ onClose }: { onClose: () => void }) {
  const t = useTranslations('offline.pull');
  const tenant = useTenant();
  const pull = useChange(useTRPC().offline.setPull.mutationOptions());
  const [phone, setPhone] = useState('');
  return (
    <Confirmation
      title={t('startTitle')}
      summary={t('startSummary')}
      confirmLabel={t('confirm')}
      isIncomplete={phone.replace(/\D/g, '').length < shortestPhone}
      onConfirm={async () => {
        await pull.mutateAsync({ ...tenant, nominatedPhone: phone.trim() });
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

/** Confirms before pulling payments stops. */
export function StopPulling({ onClose }: { onClose: () => void }) {
  const t = useTranslations('offline.pull');
  const tenant = useTenant();
  const pull = useChange(useTRPC().offline.setPull.mutationOptions());
  return (
    <Confirmation
      title={t('stopTitle')}
      summary={t('stopSummary')}
      tone="danger"
      confirmLabel={t('stop')}
      onConfirm={async () => {
        await pull.mutateAsync({ ...tenant, nominatedPhone: null });
        toast.success(t('stopped'));
      }}
      onClose={onClose}
    />
  );
}
