'use client';

import { Button, Callout, Panel } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { readAmount } from '@/features/money/entry';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Excluded } from './batch-rows.tsx';
import type { BatchDetail } from './types.ts';

type Order = NonNullable<BatchDetail['order']>;
type Props = { batch: BatchDetail; order: Order; excluded: Excluded };

const noteMax = 200;

/** The decision of the second person. They may leave rows out, and type the total of what is left. */
export function DecideBatch({ batch, order, excluded }: Props) {
  const t = useTranslations('batches.approve');
  const orders = useTranslations('orders.detail');
  const [act, setAct] = useState<'approve' | 'reject'>();
  const total = batch.amount - [...excluded.values()].reduce((sum, amount) => sum + amount, 0);
  const count = batch.counts.good - excluded.size;
  const { obstacle } = order;
  const close = () => setAct(undefined);
  return (
    <Panel title={t('title')} description={t('text')} contentClassName="flex flex-col gap-3">
      {obstacle && (
        <Callout tone="warning">
          {orders.rich(`obstacles.${obstacle.why}`, { until: () => <Time value={obstacle.until} /> })}
        </Callout>
      )}
      <div role="status" className="text-sm">
        <p className="font-medium">{t('left', { amount: formatMoney(total), count })}</p>
        {excluded.size > 0 && <p className="text-muted-foreground">{t('excluded', { count: excluded.size })}</p>}
        {count === 0 && <p className="text-danger">{t('allExcluded')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={obstacle !== null || count === 0} onClick={() => setAct('approve')}>
          {t('open')}
        </Button>
        <Button variant="danger-outline" onClick={() => setAct('reject')}>
          {t('reject')}
        </Button>
      </div>
      {act === 'approve' && <Approve order={order} excluded={excluded} total={total} count={count} onClose={close} />}
      {act === 'reject' && <Reject order={order} onClose={close} />}
    </Panel>
  );
}

type ApproveProps = { order: Order; excluded: Excluded; total: number; count: number; onClose: () => void };

function Approve({ order: { orderId }, excluded, total, count, onClose }: ApproveProps) {
  const t = useTranslations('batches.approve');
  const tenant = useTenant();
  const approve = useChange(useTRPC().batches.approve.mutationOptions());
  return (
    <Confirmation
      title={t('dialog')}
      summary={`${t('left', { amount: formatMoney(total), count })}. ${t('summary')}`}
      confirmLabel={t('open')}
      phrase={{ text: String(total), label: t('total'), accepts: (typed) => readAmount(typed) === total }}
      reason={{ label: t('note'), description: t('noteHelp'), required: false, maxLength: noteMax }}
      onConfirm={async ({ reason }) => {
        const note = reason || undefined;
        await approve.mutateAsync({ ...tenant, orderId, note, excluded: [...excluded.keys()], total });
        toast.success(t('done'));
      }}
      onClose={onClose}
    />
  );
}

function Reject({ order: { orderId }, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('batches.approve');
  const tenant = useTenant();
  const reject = useChange(useTRPC().orders.reject.mutationOptions());
  return (
    <Confirmation
      tone="danger"
      title={t('rejectTitle')}
      summary={t('rejectSummary')}
      confirmLabel={t('reject')}
      reason={{ label: t('rejectReason'), description: t('noteHelp'), required: true, maxLength: noteMax }}
      onConfirm={async ({ reason }) => {
        await reject.mutateAsync({ ...tenant, orderId, note: reason });
        toast.success(t('rejected'));
      }}
      onClose={onClose}
    />
  );
}
