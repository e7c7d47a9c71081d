'use client';

import { Callout, Progress } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { nameOf } from '@/features/orders/order-progress';
import { formatNumber, Time } from '@/format';
import type { BatchDetail } from './types.ts';

/** What happens next with a batch. */
export function BatchState({ batch }: { batch: BatchDetail }) {
  const t = useTranslations('batches');
  const { status, pausedBecause, pausedAt } = batch;
  if (status === 'paused') {
    return (
      <Callout tone="warning" title={t.rich('pausedTitle', { time: () => <Time value={pausedAt ?? ''} /> })}>
        <p>{t(`pauses.${pausedBecause ?? 'caller'}`)}</p>
        <p className="text-muted-foreground">{t('pausedLimit')}</p>
      </Callout>
    );
  }
  if (status === 'running') return <Running batch={batch} />;
  return (
    <Callout tone={status === 'ended' ? 'success' : status === 'awaiting_approval' ? 'warning' : 'info'}>
      <Next batch={batch} />
    </Callout>
  );
}

function Next({ batch }: { batch: BatchDetail }): ReactNode {
  const t = useTranslations('batches.next');
  const { status, counts, may, scheduledFor, order } = batch;
  if (status === 'draft') return t(counts.good === 0 ? 'draftEmpty' : may.submit ? 'draft' : 'draftReader');
  if (status === 'approved' && scheduledFor) {
    return t.rich('scheduled', { time: () => <Time value={scheduledFor} /> });
  }
  if (status !== 'awaiting_approval' || !order) return t(status);
  const names = order.approvers.map(nameOf).join(', ');
  return (
    <>
      <p>{t(status)}</p>
      <p>{names ? t('approvers', { names }) : t('noApprovers')}</p>
      <p>{t.rich('until', { time: () => <Time value={order.expiresAt} /> })}</p>
    </>
  );
}

function Running({ batch: { counts } }: { batch: BatchDetail }) {
  const t = useTranslations('batches');
  const done = counts.paid + counts.failed;
  const total = counts.good + counts.handed;
  const text = t('next.running', { done: formatNumber(done), total: formatNumber(total) });
  return (
    <Callout tone="info">
      <p role="status">{text}</p>
      <Progress label={t('progress')} value={done} max={total} valueText={text} className="my-2" />
      {counts.open > 0 && <p className="text-muted-foreground">{t('next.openRows', { count: counts.open })}</p>}
    </Callout>
  );
}
