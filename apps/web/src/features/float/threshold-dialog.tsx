'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { AmountField } from '@/features/money/amount-field';
import { Confirmation } from '@/features/shell/confirmation';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { FloatAccount } from './types.ts';

type Props = { account: FloatAccount; onClose: () => void };

/** Asks below which balance people are notified by email. */
export function ThresholdDialog({ account: { account, shortcode, threshold }, onClose }: Props) {
  const t = useTranslations('float');
  const tenant = useTenant();
  const refresh = useRefreshFloat();
  const [text, setText] = useState(threshold ? String(threshold.amount) : '');
  const set = useMutation(useTRPC().float.setThreshold.mutationOptions());
  const amount = /^[\d,]+$/.test(text.trim()) ? Number(text.replaceAll(',', '')) : 0;
  return (
    <Confirmation
      title={t('dialog.title', { account, shortcode })}
      summary={t('dialog.summary')}
      confirmLabel={t('dialog.confirm')}
      isIncomplete={amount < 1}
      onConfirm={async () => {
        await set.mutateAsync({ ...tenant, shortcode, account, amount });
        await refresh();
      }}
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

export function RemoveThreshold({ account: { account, shortcode }, onClose }: Props) {
  const t = useTranslations('float');
  const tenant = useTenant();
  const refresh = useRefreshFloat();
  const remove = useMutation(useTRPC().float.removeThreshold.mutationOptions());
  return (
    <Confirmation
      title={t('removeThreshold')}
      summary={t('dialog.removeSummary', { account, shortcode })}
      confirmLabel={t('removeThreshold')}
      onConfirm={async () => {
        await remove.mutateAsync({ ...tenant, shortcode, account });
        await refresh();
      }}
      onClose={onClose}
    />
  );
}

function useRefreshFloat(): () => Promise<unknown> {
  const trpc = useTRPC();
  const client = useQueryClient();
  return () => client.invalidateQueries(trpc.float.pathFilter());
}
