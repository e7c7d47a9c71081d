'use client';

import { Field, Input, RadioGroup } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { ReviewDetail } from './types.ts';

/** Says which other payment is the same money: one of those that could be, or one by its id. */
export function LinkDialog({ detail, onClose }: { detail: ReviewDetail; onClose: () => void }) {
  const t = useTranslations('reviews.steps.link');
  const tenant = useTenant();
  const link = useChange(useTRPC().reviews.link.mutationOptions());
  const { candidates } = detail.evidence;
  const [otherId, setOtherId] = useState(candidates[0]?.paymentId ?? '');
  const paymentId = detail.review.subjectId;
  const options = candidates.map((row) => ({
    value: row.paymentId,
    label: `${formatMoney(row.amount)} · ${row.providerReceipt ?? row.accountRef}`,
    description: row.paymentId,
  }));
  return (
    <Confirmation
      title={t('label')}
      summary={t('summary')}
      confirmLabel={t('label')}
      reason={{ label: t('note') }}
      onConfirm={({ reason: note }) => link.mutateAsync({ ...tenant, paymentId, otherId: otherId.trim(), note })}
      onClose={onClose}
    >
      {options.length > 0 && (
        <RadioGroup label={t('which')} options={options} value={otherId} onValueChange={setOtherId} />
      )}
      <Field label={t('otherId')}>
        <Input
          mono
          autoComplete="off"
          spellCheck={false}
          value={otherId}
          onChange={(event) => setOtherId(event.target.value)}
        />
      </Field>
    </Confirmation>
  );
}
