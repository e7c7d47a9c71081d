import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, DataTable, type DataTableColumn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { nameOf } from '@/features/orders/order-progress';
import { useOrderText } from '@/features/orders/order-text';
import type { OrderRow } from '@/features/orders/types';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';

const waitingMs = 5_000;
const shownMax = 10;

/** Payouts and refunds that wait for approval: M-PESA does not know them yet, so they stand above the list. */
export function WaitingPayouts() {
  const t = useTranslations('payouts.waiting');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { data } = useQuery(
    trpc.orders.list.queryOptions(
      { ...tenant, state: 'waiting', kinds: ['payout', 'reversal'], limit: shownMax },
      { enabled: usePermission('orders.read'), refetchInterval: waitingMs },
    ),
  );
  const columns = useColumns();
  const textOf = useOrderText();
  if (!data || data.orders.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('title')} description={data.next ? t('more', { count: shownMax }) : undefined} />
      <DataTable
        isEmbedded
        columns={columns}
        rows={data.orders}
        rowKey={({ orderId }) => orderId}
        getRowHref={({ orderId }) => tenantPath(tenant, `approvals/${orderId}`)}
        getRowName={(order) => textOf(order)}
        caption={t('title')}
      />
    </Card>
  );
}

function useColumns(): DataTableColumn<OrderRow>[] {
  const t = useTranslations('payouts.waiting');
  const textOf = useOrderText();
  return [
    { id: 'time', header: t('time'), cell: ({ createdAt }) => <Time value={createdAt} />, phone: 'below' },
    { id: 'what', header: t('what'), cell: (order) => textOf(order), phone: 'start' },
    {
      id: 'who',
      header: t('who'),
      cell: ({ requestedBy }) => nameOf(requestedBy),
      hideBelow: 'md',
      phone: 'hidden',
    },
    {
      id: 'amount',
      header: t('amount'),
      align: 'right',
      cell: ({ amount }) => (amount === null ? '—' : formatMoney(amount)),
      phone: 'end',
    },
  ];
}
