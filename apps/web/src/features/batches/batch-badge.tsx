'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { BatchDetail } from './types.ts';

type Status = BatchDetail['status'];

const tones: Record<Status, Tone> = {
  checking: 'info',
  draft: 'neutral',
  awaiting_approval: 'warning',
  approved: 'info',
  running: 'info',
  paused: 'warning',
  ended: 'success',
  cancelled: 'neutral',
  rejected: 'danger',
  expired: 'neutral',
};
const moving: ReadonlySet<Status> = new Set(['checking', 'awaiting_approval', 'approved', 'running']);

/** The status of a batch. */
export function BatchBadge({ status }: { status: Status }) {
  const t = useTranslations('batches.statuses');
  return (
    <Badge tone={tones[status]} dot={moving.has(status)}>
      {t(status)}
    </Badge>
  );
}
