'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { DisbursementStatus } from './types.ts';

const tones: Record<DisbursementStatus, Tone> = { pending: 'warning', success: 'success', failed: 'danger' };

/** The status of a payout or refund. */
export function DisbursementBadge({ status }: { status: DisbursementStatus }) {
  const t = useTranslations('payouts.statuses');
  return (
    <Badge tone={tones[status]} dot={status === 'pending'}>
      {t(status)}
    </Badge>
  );
}
