'use client';

import { Button, Callout, Kbd, Panel } from '@tillgate/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { nameOf } from '@/features/orders/order-progress';
import { useOrderText } from '@/features/orders/order-text';
import type { Order } from '@/features/orders/types';
import { Confirmation } from '@/features/shell/confirmation';
import { isShortcut } from '@/features/shell/shortcuts';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';

/** What only owners and admins decide about. */
const ofAdmins: ReadonlySet<Order['kind']> = new Set(['policy_change', 'guard_change', 'key_grant']);

type Act = 'approve' | 'reject' | 'cancel';
const keys = { approve: 'a', reject: 'r' } as const;
const noteMax = 200;

/** The text about the effect of an approval that sends nothing. */
const inHouseUndo: Partial<Record<Order['kind'], 'undoPolicy' | 'undoKey' | 'undoRecord'>> = {
  policy_change: 'undoPolicy',
  guard_change: 'undoPolicy',
  key_grant: 'undoKey',
  resolution: 'undoRecord',
  statement_payment: 'undoRecord',
  not_money: 'undoRecord',
};
const undoOf = ({ kind }: Order) => inHouseUndo[kind] ?? 'undo';

/** What the reader may do about a waiting order: decide, take it back, or know who else may. */
export function Decision({ order }: { order: Order }) {
  const t = useTranslations('orders.detail');
  const [act, setAct] = useState<Act>();
  const mayApprove = order.mayDecide && order.obstacle === null;
  useDecisionKeys(act === undefined, { approve: mayApprove, reject: order.mayDecide }, setAct);
  return (
    <>
      {order.mayDecide ? (
        <Panel title={t('decide')} description={t(undoOf(order))} contentClassName="flex flex-wrap items-center gap-2">
          {order.obstacle && (
            <Callout tone="warning" className="w-full">
              {t.rich(`obstacles.${order.obstacle.why}`, { until: () => <Time value={order.obstacle?.until ?? ''} /> })}
            </Callout>
          )}
          <Button
            variant="primary"
            disabled={!mayApprove}
            onClick={() => setAct('approve')}
            aria-keyshortcuts={keys.approve}
          >
            {t('approve')}
          </Button>
          <Button variant="danger-outline" onClick={() => setAct('reject')} aria-keyshortcuts={keys.reject}>
            {t('reject')}
          </Button>
          {mayApprove && (
            <p className="text-muted-foreground text-xs max-sm:hidden">
              {t.rich('keys', {
                approve: () => <Kbd>A</Kbd>,
                reject: () => <Kbd>R</Kbd>,
              })}
            </p>
          )}
        </Panel>
      ) : (
        <Others order={order} onCancel={() => setAct('cancel')} />
      )}
      {act && <Confirm order={order} act={act} onClose={() => setAct(undefined)} />}
    </>
  );
}

/** A key for each decision, unless the person is typing. The dialog that opens asks for confirmation. */
function useDecisionKeys(
  isOn: boolean,
  { approve, reject }: Record<keyof typeof keys, boolean>,
  choose: (act: Act) => void,
) {
  useEffect(() => {
    if (!isOn) return;
    function press(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      const key = event.key.toLowerCase();
      const act = key === keys.approve ? 'approve' : key === keys.reject ? 'reject' : undefined;
      if (!act || !(act === 'approve' ? approve : reject)) return;
      event.preventDefault();
      choose(act);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, approve, reject, choose]);
}

function Others({ order, onCancel }: { order: Order; onCancel: () => void }) {
  const t = useTranslations('orders.detail');
  const names = order.approvers.map(nameOf).join(', ');
  if (!order.isOwn) {
    return <Callout tone="info">{t(ofAdmins.has(order.kind) ? 'notYoursPolicy' : 'notYours')}</Callout>;
  }
  return (
    <Callout
      tone={names ? 'info' : 'warning'}
      title={t('ownTitle')}
      actions={<Button onClick={onCancel}>{t('cancel')}</Button>}
    >
      {names ? t('ownApprovers', { names }) : t('ownNobody')}
    </Callout>
  );
}

function Confirm({ order, act, onClose }: { order: Order; act: Act; onClose: () => void }) {
  const t = useTranslations('orders.detail');
  const trpc = useTRPC();
  const tenant = useTenant();
  const textOf = useOrderText();
  const approve = useChange(trpc.orders.approve.mutationOptions());
  const reject = useChange(trpc.orders.reject.mutationOptions());
  const cancel = useChange(trpc.orders.cancel.mutationOptions());
  const input = { ...tenant, orderId: order.orderId };

  async function decide(reason: string) {
    const note = reason || undefined;
    if (act === 'approve') await approve.mutateAsync({ ...input, note });
    if (act === 'reject') await reject.mutateAsync({ ...input, note });
    if (act === 'cancel') await cancel.mutateAsync(input);
  }

  return (
    <Confirmation
      title={t(`${act}Title`)}
      summary={act === 'approve' ? `${textOf(order, true)}. ${t(undoOf(order))}` : t(`${act}Summary`)}
      tone={act === 'approve' ? 'default' : 'danger'}
      confirmLabel={t(act)}
      reason={
        act === 'cancel'
          ? undefined
          : {
              label: act === 'reject' ? t('rejectReason') : t('note'),
              description: t('noteHelp'),
              required: act === 'reject',
              maxLength: noteMax,
            }
      }
      onConfirm={({ reason }) => decide(reason)}
      onClose={onClose}
    />
  );
}
