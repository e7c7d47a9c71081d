'use client';

import { RadioGroup } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { ReviewDetail } from './types.ts';

const noteMax = 500;

/** Says what a confirmation is that waits: an offline payment, the receipt of a success without one, or no money. */
export function DecideDialog({ detail, onClose }: { detail: ReviewDetail; onClose: () => void }) {
  const t = useTranslations('reviews.steps.decide_confirmation');
  const tenant = useTenant();
  const decide = useChange(useTRPC().reviews.decide.mutationOptions());
  const [chosen, setChosen] = useState('offline');
  const callbackId = detail.review.subjectId;
  const successes = detail.evidence.candidates.filter(
    ({ status, providerReceipt }) => status === 'success' && providerReceipt === null,
  );
  const to = chosen === 'offline' || chosen === 'not_money' ? chosen : { paymentId: chosen };
  return (
    <Confirmation
      title={t('label')}
      summary={t('summary')}
      confirmLabel={t('label')}
      reason={{ label: t('note'), maxLength: noteMax }}
      onConfirm={({ reason: note }) => decide.mutateAsync({ ...tenant, callbackId, to, note })}
      onClose={onClose}
    >
      <RadioGroup
        boxed
        label={t('which')}
        value={chosen}
        onValueChange={setChosen}
        options={[
          { value: 'offline', label: t('offline'), description: t('offlineMore') },
          ...successes.map((row) => ({
            value: row.paymentId,
            label: t('payment', { amount: formatMoney(row.amount), reference: row.accountRef }),
            description: row.paymentId,
          })),
          { value: 'not_money', label: t('notMoney'), description: t('notMoneyMore') },
        ]}
      />
    </Confirmation>
  );
}
