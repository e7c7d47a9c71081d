'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import type { PaymentRow } from './types.ts';

const tones: Record<PaymentRow['status'], Tone> = { pending: 'info', success: 'success', failed: 'danger' };

type Props = Pick<PaymentRow, 'status'> & Partial<Pick<PaymentRow, 'needsReview' | 'refunded' | 'refundPending'>>;

/** The status of a payment, which a refund replaces, and whether a refund or a review is open. */
export function StatusBadge({ status, needsReview = false, refunded = 0, refundPending = false }: Props) {
  const t = useTranslations('payments');
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={refunded > 0 ? 'neutral' : tones[status]} dot={status === 'pending'}>
        {t(refunded > 0 ? 'refund.refunded' : `status.${status}`)}
      </Badge>
      {refundPending && (
        <Badge tone="info" dot>
          {t('refund.pending')}
        </Badge>
      )}
      {needsReview && (
        <span role="img" title={t('review.label')} aria-label={t('review.label')} className="text-warning">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
        </span>
      )}
    </span>
  );
}
