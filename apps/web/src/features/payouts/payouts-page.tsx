'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Badge, buttonVariants, type DataTableColumn } from '@tillgate/ui';
import { ArrowUpFromLine, SendHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { ListFilters } from '@/features/lists/list-filters';
import { ListPage } from '@/features/lists/list-page';
import { Person } from '@/features/lists/person';
import { shownColumns } from '@/features/lists/shown-columns';
import { StatusReason } from '@/features/lists/status-reason';
import { useList } from '@/features/lists/use-list';
import { useNetworkOptions } from '@/features/rails/use-networks';
import { Link } from '@/features/shell/link';
import { onDemand } from '@/features/shell/on-demand';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { DisbursementBadge } from './disbursement-badge.tsx';
import { payoutList } from './filters.ts';
import { useMoverName } from './mover-name.tsx';
import type { DisbursementRow } from './types.ts';
import { WaitingPayouts } from './waiting-payouts.tsx';

const PayoutsTotal = onDemand(async () => (await import('@/features/lists/list-total')).PayoutsTotal);

const pendingMs = 2_000;
const calmMs = 15_000;

type Props = {
  /** What the person does not want to see. */
  hiddenColumns: string[];
  columnsChoice: ReactNode;
};

/** Payouts and refunds, newest first. Pending rows refresh by polling. */
export function PayoutsPage({ hiddenColumns, columnsChoice }: Props) {
  const t = useTranslations('payouts');
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(payoutList);
  const page = useQuery(
    trpc.payouts.list.queryOptions(
      { ...tenant, ...list.input },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.status === 'pending') ? pendingMs : calmMs),
      },
    ),
  );
  const mayRequest = usePermission('payouts.request');
  return (
    <ListPage
      list={list}
      actions={
        <>
          <ExportButton list="disbursements" input={list.input} />
          {mayRequest && (
            <Link href={tenantPath(tenant, 'payouts/new')} className={buttonVariants({ variant: 'primary' })}>
              <SendHorizontal aria-hidden="true" />
              {t('new.open')}
            </Link>
          )}
        </>
      }
      filters={
        <>
          {list.isAtTop && !list.isFiltered && <WaitingPayouts />}
          <div className="flex items-start gap-2">
            <ListFilters list={list} options={useNetworkOptions()} />
            <div className="max-sm:hidden">{columnsChoice}</div>
          </div>
        </>
      }
      query={page}
      columns={shownColumns(useColumns(), hiddenColumns)}
      keyOf={({ disbursementId }) => disbursementId}
      hrefOf={({ disbursementId }) => tenantPath(tenant, `payouts/${disbursementId}`)}
      nameOf={(row) =>
        [formatMoney(row.amount), row.payeeName ?? row.phone ?? row.transactionId].filter(Boolean).join(', ')
      }
      caption={t('list.caption')}
      icon={<ArrowUpFromLine />}
      emptyAction={
        mayRequest && (
          <Link href={tenantPath(tenant, 'payouts/new')} className={buttonVariants()}>
            {t('empty.action')}
          </Link>
        )
      }
      summary={<PayoutsTotal input={list.input} />}
    />
  );
}

function useColumns(): DataTableColumn<DisbursementRow>[] {
  const t = useTranslations('payouts');
  const nameOf = useMoverName();
  return [
    { id: 'time', header: t('list.time'), cell: ({ createdAt }) => <Time value={createdAt} />, phone: 'below' },
    {
      id: 'receiver',
      header: t('list.receiver'),
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          <Person name={row.payeeName} rail={row.rail}>
            {row.phone ?? t('list.refundOf', { receipt: row.transactionId ?? '' })}
          </Person>
          {row.needsReview && <Badge tone="danger">{t('list.review')}</Badge>}
        </span>
      ),
      phone: 'start',
    },
    { id: 'kind', header: t('list.kind'), cell: ({ kind }) => t(`kinds.${kind}`), hideBelow: 'md', phone: 'hidden' },
    {
      id: 'who',
      header: t('list.who'),
      cell: ({ requestedBy }) => <span className="block max-w-48 truncate">{nameOf(requestedBy)}</span>,
      hideBelow: 'lg',
      phone: 'hidden',
    },
    {
      id: 'receipt',
      header: t('list.receipt'),
      cell: ({ providerReceipt }) => providerReceipt ?? '—',
      mono: true,
      hideBelow: 'md',
      phone: 'hidden',
    },
    { id: 'amount', header: t('list.amount'), cell: ({ amount }) => formatMoney(amount), align: 'right', phone: 'end' },
    {
      id: 'status',
      header: t('list.status'),
      cell: ({ status, reason }) => (
        <StatusReason reason={reason?.title}>
          <DisbursementBadge status={status} />
        </StatusReason>
      ),
    },
  ];
}
