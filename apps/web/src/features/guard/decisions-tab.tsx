'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable, type DataTableColumn, EmptyState } from '@tillgate/ui';
import { ShieldBan } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { ListFilters } from '@/features/lists/list-filters';
import { ListFoot } from '@/features/lists/list-foot';
import { useList } from '@/features/lists/use-list';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { decisionList } from './filters.ts';
import { ModeBadge } from './mode-badge.tsx';
import type { DecisionRow } from './types.ts';

/** What rules said beside "pass", newest first. */
export function DecisionsTab() {
  const t = useTranslations('guard');
  const trpc = useTRPC();
  const list = useList(decisionList);
  const page = useQuery(
    trpc.guard.decisions.queryOptions({ ...useTenant(), ...list.input }, { placeholderData: keepPreviousData }),
  );
  const empty = list.isFiltered ? (
    <EmptyState title={t('empty.filteredTitle')} description={t('empty.filteredDescription')} />
  ) : (
    <EmptyState icon={<ShieldBan />} title={t('empty.title')} description={t('empty.description')} />
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 sm:flex-row">
        <ListFilters list={list} />
        <span className="self-end sm:self-start">
          <ExportButton list="guard_decisions" input={list.input} />
        </span>
      </div>
      <DataTable
        caption={t('tabs.decisions')}
        columns={useColumns()}
        rows={page.data?.rows ?? []}
        rowKey={({ id }) => id}
        isLoading={page.isPending}
        empty={page.isError ? <LoadError query={page} /> : empty}
      />
      <ListFoot
        page={page.data && { ...page.data, count: page.data.rows.length }}
        isFetching={page.isPlaceholderData}
        turnTo={list.turnTo}
      />
    </div>
  );
}

function useColumns(): DataTableColumn<DecisionRow>[] {
  const t = useTranslations('guard');
  return [
    { id: 'rule', header: t('list.rule'), cell: ({ kind }) => t(`kinds.${kind}`), phone: 'start' },
    { id: 'mode', header: t('list.mode'), cell: ({ mode }) => <ModeBadge mode={mode} />, phone: 'below' },
    { id: 'subject', header: t('list.subject'), cell: (row) => <Subject row={row} />, phone: 'below' },
    { id: 'amount', header: t('list.amount'), align: 'right', cell: ({ amount }) => formatMoney(amount) },
    {
      id: 'time',
      header: t('list.time'),
      align: 'right',
      phone: 'below',
      cell: ({ createdAt }) => <Time value={createdAt} format="dateTimeSeconds" className="text-muted-foreground" />,
    },
  ];
}

/** The payment or payout that began all the same. */
function Subject({ row: { paymentId, disbursementId } }: { row: DecisionRow }) {
  const t = useTranslations('guard');
  const tenant = useTenant();
  if (paymentId === null && disbursementId === null) {
    return <span className="text-muted-foreground">{t('notSent')}</span>;
  }
  const [page, text] =
    paymentId === null ? [`payouts/${disbursementId}`, t('openPayout')] : [`payments/${paymentId}`, t('openPayment')];
  return (
    <Link href={tenantPath(tenant, page)} className="font-medium text-link underline">
      {text}
    </Link>
  );
}
