'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { AmountField } from '@/features/money/amount-field';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { FloatAccount } from './types.ts';

type Props = { account: FloatAccount; onClose: () => void };

/** Asks below which balance people are notified by email. */
export function ThresholdDialog({ account: { account, shortcode, number, threshold }, onClose }: Props) {
  const t = useTranslations('float');
  const tenant = useTenant();
  const [text, setText] = useState(threshold ? String(threshold.amount) : '');
  const set = useChange(useTRPC().float.setThreshold.mutationOptions());
  const amount = /^[\d,]+$/.test(text.trim()) ? Number(text.replaceAll(',', '')) : 0;
  return (
    <Confirmation
      title={t('dialog.title', { account, shortcode: number })}
      summary={t('dialog.summary')}
      confirmLabel={t('dialog.confirm')}
      isIncomplete={amount < 1}
      onConfirm={() => set.mutateAsync({ ...tenant, shortcode, account, amount })}
      onClose={onClose}
    >
      <AmountField
        label={t('threshold')}
        description={t('dialog.amountHelp')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Confirmation>
  );
}

export function RemoveThreshold({ account: { account, shortcode, number }, onClose }: Props) {
  const t = useTranslations('float');
  const tenant = useTenant();
  const remove = useChange(useTRPC().float.removeThreshold.mutationOptions());
  return (
    <Confirmation
      title={t('removeThreshold')}
      summary={t('dialog.removeSummary', { account, shortcode: number })}
      confirmLabel={t('removeThreshold')}
      onConfirm={() => remove.mutateAsync({ ...tenant, shortcode, account })}
      onClose={onClose}
    />
  );
}
