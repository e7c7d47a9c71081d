'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import type { PaymentRow } from './types.ts';

const tones: Record<PaymentRow['status'], Tone> = { pending: 'info', success: 'success', failed: 'danger' };

type Props = Pick<PaymentRow, 'status'> & Partial<Pick<PaymentRow, 'needsReview' | 'refunded' | 'refundPending'>>;

/** The status of a payment, whether it was refunded, and whether it needs a review. */
export function StatusBadge({ status, needsReview = false, refunded = 0, refundPending = false }: Props) {
  const t = useTranslations('payments');
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[status]} dot={status === 'pending'}>
        {t(`status.${status}`)}
      </Badge>
      {(refunded > 0 || refundPending) && (
        <Badge tone={refundPending ? 'info' : 'neutral'} dot={refundPending}>
          {t(refundPending ? 'refund.pending' : 'refund.refunded')}
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
