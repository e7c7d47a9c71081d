'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { type Standing, standingOf } from '@/features/orders/order-text';
import type { OrderRow } from '@/features/orders/types';

const tones: Record<Standing, Tone> = {
  awaiting_approval: 'warning',
  approved: 'info',
  executed: 'success',
  sent: 'info',
  succeeded: 'success',
  failed: 'danger',
  indeterminate: 'warning',
  rejected: 'danger',
  expired: 'neutral',
  cancelled: 'neutral',
};

/** The status of an order. */
export function OrderBadge({ order }: { order: Pick<OrderRow, 'status' | 'outcome' | 'result'> }) {
  const t = useTranslations('orders.statuses');
  const standing = standingOf(order);
  return (
    <Badge
      tone={tones[standing]}
      dot={standing === 'awaiting_approval' || standing === 'approved' || standing === 'sent'}
    >
      {t(standing)}
    </Badge>
  );
}
