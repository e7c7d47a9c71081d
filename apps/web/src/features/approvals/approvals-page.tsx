'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  buttonVariants,
  Card,
  CardHeader,
  DataTable,
  type DataTableColumn,
  EmptyState,
  PageHeader,
} from '@tillgate/ui';
import { CircleCheckBig } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ListFoot } from '@/features/lists/list-foot';
import { selectionColumn } from '@/features/lists/selection';
import { useSelection } from '@/features/lists/use-selection';
import { nameOf } from '@/features/orders/order-progress';
import { useOrderText } from '@/features/orders/order-text';
import type { OrderRow } from '@/features/orders/types';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useAddress } from '@/features/shell/use-address';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { ApprovalResult, type ApprovalResults, ApproveSelected } from './approve-selected.tsx';
import { OrderBadge } from './order-badge.tsx';

const waitingMs = 3_000;
const decidedMs = 10_000;
const parameters = ['waiting', 'decided'] as const;

/** Orders that wait for approval, and decided orders. */
export function ApprovalsPage() {
  const t = useTranslations('orders.list');
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('title')} description={t('description')} />
      <Orders state="waiting" />
      <Orders state="decided" />
    </div>
  );
}

function Orders({ state }: { state: 'waiting' | 'decided' }) {
  const t = useTranslations('orders.list');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [{ [state]: before }, setAddress] = useAddress(parameters);
  const list = useQuery(
    trpc.orders.list.queryOptions(
      { ...tenant, state, before: before ?? undefined },
      { placeholderData: keepPreviousData, refetchInterval: state === 'waiting' ? waitingMs : decidedMs },
    ),
  );
  const rows = list.data?.orders ?? [];
  const joinable = rows.filter(({ isJoinable }) => isJoinable);
  const selection = useSelection(joinable.map(({ orderId }) => orderId));
  const [results, setResults] = useState<ApprovalResults>();
  const textOf = useOrderText();
  const columns = useColumns(state);
  const boxes = selectionColumn<OrderRow>(selection, {
    idOf: ({ orderId }) => orderId,
    nameOf: (order) => t('select', { what: textOf(order) }),
    isSelectable: ({ isJoinable }) => isJoinable,
    all: t('selectAll'),
    count: joinable.length,
  });
  const empty = list.isError ? <LoadError query={list} /> : <Empty state={state} />;
  return (
    <section aria-labelledby={`orders-${state}`} className="flex flex-col gap-3">
      {results && <ApprovalResult results={results} />}
      <Card>
        <CardHeader title={t(state)} titleId={`orders-${state}`} />
        <DataTable
          isEmbedded
          columns={joinable.length > 1 ? [boxes, ...columns] : columns}
          rows={rows}
          rowKey={({ orderId }) => orderId}
          // A batch is decided about beside its rows.
          getRowHref={({ orderId, kind, resourceId }) =>
            tenantPath(tenant, kind === 'payout_batch' && resourceId ? `batches/${resourceId}` : `approvals/${orderId}`)
          }
          isLoading={list.isPending}
          skeletonRows={state === 'waiting' ? 3 : 6}
          empty={empty}
          caption={t(state)}
        />
      </Card>
      <ListFoot
        page={list.data && { count: rows.length, newer: before && 'newest', older: list.data.next }}
        isFetching={list.isPlaceholderData}
        // The server pages towards older orders only. The other way leads back to the newest.
        turnTo={({ before: older = null }) => setAddress({ [state]: older }, older === null ? 'replace' : 'push')}
        label={t(state)}
        summary={null}
      />
      <ApproveSelected orders={joinable} selection={selection} onDone={setResults} />
    </section>
  );
}

function Empty({ state }: { state: 'waiting' | 'decided' }): ReactNode {
  const t = useTranslations('orders.list');
  const tenant = useTenant();
  const maySeePolicy = usePermission('policy.read');
  if (state === 'decided') return <EmptyState title={t('emptyDecided')} description={t('emptyDecidedMore')} />;
  return (
    <EmptyState
      icon={<CircleCheckBig />}
      title={t('emptyWaiting')}
      description={t('emptyWaitingMore')}
      action={
        maySeePolicy && (
          <Link href={tenantPath(tenant, 'settings/policy')} className={buttonVariants()}>
            {t('openPolicy')}
          </Link>
        )
      }
    />
  );
}

function useColumns(state: 'waiting' | 'decided'): DataTableColumn<OrderRow>[] {
  const t = useTranslations('orders.list');
  const textOf = useOrderText();
  const columns: DataTableColumn<OrderRow>[] = [
    {
      id: 'what',
      header: t('what'),
      cell: (order) => (
        <>
          <What text={textOf(order)} why={(state === 'decided' && order.decisionNote) || order.reason} />
          {state === 'waiting' && order.alone === 'changed_number' && (
            <span className="block font-medium text-danger text-xs">{t('changedNumber')}</span>
          )}
        </>
      ),
      isLong: true,
      phone: 'start',
    },
    {
      id: 'who',
      header: t('who'),
      cell: ({ requestedBy }) => <span className="block max-w-48 truncate">{nameOf(requestedBy)}</span>,
    },
    { id: 'age', header: t('age'), cell: ({ createdAt }) => <Time value={createdAt} format="relative" /> },
    {
      id: 'amount',
      header: t('amount'),
      cell: ({ amount }) => (amount === null ? '—' : formatMoney(amount)),
      align: 'right',
      // The sentence says it too.
      hideBelow: 'sm',
      phone: 'hidden',
    },
  ];
  if (state === 'decided') {
    columns.splice(2, 0, {
      id: 'by',
      header: t('decidedBy'),
      cell: ({ decidedBy }) => <span className="block max-w-48 truncate">{nameOf(decidedBy)}</span>,
      hideBelow: 'md',
      phone: 'hidden',
    });
    columns.push({ id: 'status', header: t('status'), cell: (order) => <OrderBadge order={order} />, phone: 'end' });
  }
  return columns;
}

/** The order and its reason, which is visible at any width. */
function What({ text, why }: { text: string; why: string | null | undefined }) {
  return (
    <>
      <span className="block font-medium">{text}</span>
      {why && <span className="block text-muted-foreground">{why}</span>}
    </>
  );
}
