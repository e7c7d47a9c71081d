'use client';

import { Button, Callout } from '@tillgate/ui';
import type { inferRouterOutputs } from '@trpc/server';
import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { SelectionBar } from '@/features/lists/selection';
import type { Selection } from '@/features/lists/use-selection';
import { readAmount } from '@/features/money/entry';
import { useOrderText } from '@/features/orders/order-text';
import type { OrderRow } from '@/features/orders/types';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { AppRouter } from '@/trpc/root';

export type ApprovalResults = inferRouterOutputs<AppRouter>['orders']['approveMany']['results'];

type Props = {
  /** The orders of the page that may be selected. */
  orders: OrderRow[];
  selection: Selection;
  onDone(results: ApprovalResults): void;
};

/** Approves the selected payouts and refunds, once their sum is typed. */
export function ApproveSelected({ orders, selection, onDone }: Props) {
  const t = useTranslations('orders.together');
  const tenant = useTenant();
  const textOf = useOrderText();
  const [isOpen, setOpen] = useState(false);
  const approve = useChange(useTRPC().orders.approveMany.mutationOptions());
  const chosen = orders.filter(({ orderId }) => selection.isSelected(orderId));
  const count = chosen.length;
  if (count === 0) return null;
  const sum = chosen.reduce((total, { amount }) => total + (amount ?? 0), 0);
  const confirm = async () => {
    const orderIds = chosen.map(({ orderId }) => orderId);
    const { results } = await approve.mutateAsync({ ...tenant, orderIds, sum });
    selection.clear();
    onDone(results);
  };
  return (
    <>
      <SelectionBar
        count={t('count', { count, sum: formatMoney(sum) })}
        all={t('all', { count: orders.length })}
        clear={t('clear')}
        selection={selection}
        total={orders.length}
      >
        <Button variant="primary" icon={<CircleCheckBig aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('approve', { count })}
        </Button>
      </SelectionBar>
      {isOpen && (
        <Confirmation
          title={t('title', { count })}
          summary={t('summary', { count, sum: formatMoney(sum) })}
          phrase={{ text: String(sum), label: t('sum'), accepts: (typed) => readAmount(typed) === sum }}
          confirmLabel={t('approve', { count })}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <ul className="max-h-60 divide-y overflow-y-auto rounded-lg border text-sm">
            {chosen.map((order) => (
              <li key={order.orderId} className="px-3 py-2">
                <span className="block break-words font-medium">{textOf(order, true)}</span>
                {order.reason && <span className="block break-words text-muted-foreground">{order.reason}</span>}
              </li>
            ))}
          </ul>
        </Confirmation>
      )}
    </>
  );
}

const others = ['closed', 'refused'] as const;

/** What became of the selected orders. */
export function ApprovalResult({ results }: { results: ApprovalResults }) {
  const t = useTranslations('orders.together');
  const countOf = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  const approved = countOf('approved');
  return (
    <Callout
      role="status"
      tone={approved === results.length ? 'success' : 'warning'}
      title={t('approved', { count: approved, total: results.length })}
    >
      {others
        .filter((result) => countOf(result) > 0)
        .map((result) => (
          <p key={result}>{t(`not.${result}`, { count: countOf(result) })}</p>
        ))}
    </Callout>
  );
}
