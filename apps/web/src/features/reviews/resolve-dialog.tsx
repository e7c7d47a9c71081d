'use client';

import { Callout, Field, Input } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { OrderDialog } from '@/features/orders/order-dialog';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { ReviewDetail } from './types.ts';

type Props = { detail: ReviewDetail; resolution: 'paid' | 'not_paid'; onClose: () => void };

const reasonMax = 200;

/** Settles a payment or payout manually, with a reason, and follows the order. Needs the texts of `orders`. */
export function ResolveDialog({ detail, resolution, onClose }: Props) {
  const t = useTranslations(`reviews.steps.resolve_${resolution}`);
  const trpc = useTRPC();
  const tenant = useTenant();
  const [receipt, setReceipt] = useState('');
  const { subjectId } = detail.review;
  const subjectKind = detail.review.subjectKind === 'disbursement' ? ('disbursement' as const) : ('payment' as const);
  const subject = { subjectKind, subjectId, amount: detail.subject?.amount ?? 0 };
  const as = resolution === 'paid' ? { as: resolution, receipt } : { as: resolution };
  return (
    <OrderDialog
      options={trpc.reviews.resolve.mutationOptions()}
      inputOf={(given) => ({ ...tenant, ...subject, ...as, ...given })}
      title={t('label')}
      summary={t(`summary.${subjectKind}`)}
      tone="danger"
      reason={{ label: t('reason'), description: t('reasonHelp'), maxLength: reasonMax }}
      confirmLabel={t('label')}
      outcome={() => <Callout tone="success" title={t('done')} />}
      onClose={onClose}
    >
      {resolution === 'paid' && (
        <Field label={t('receipt')} description={t('receiptHelp')} required>
          <Input
            mono
            placeholder="TJK1A2B3C4"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={receipt}
            onChange={(event) => setReceipt(event.target.value)}
          />
        </Field>
      )}
    </OrderDialog>
  );
}
