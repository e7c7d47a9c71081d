'use client';

import { useQuery } from '@tanstack/react-query';
import { DataTable, type DataTableColumn, EmptyState, Panel, Skeleton, Stat } from '@tillgate/ui';
import { AreaChart } from '@tillgate/ui/charts';
import { Scale } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { shortNumber } from '@/features/home/comparison';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, timeText, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import { type BalanceRow, balanceChart, balanceRows, latestOf } from './balances.ts';
import { ReportError } from './report-error.tsx';
import { inputOf, type ReportState } from './state.ts';
import { useTimeWords } from './words.ts';

const height = 240;

/** Balances over time, as the provider reported them. Times without an inquiry are missing. */
export function BalancesReport({ state }: { state: ReportState }) {
  const t = useTranslations('reports');
  const trpc = useTRPC();
  const tenant = useTenant();
  const query = useQuery(trpc.reports.balances.queryOptions({ ...tenant, ...inputOf.balances(state) }));
  const columns = useColumns(state);
  if (query.isError) return <ReportError query={query} />;
  const rows = query.data && balanceRows(query.data);
  return (
    <>
      <section aria-label={t('headline')} className="grid grid-cols-2 gap-3 lg:grid-cols-3 empty:hidden">
        {rows
          ? latestOf(rows).map((row) => <Latest key={row.series} row={row} state={state} />)
          : ['first', 'second'].map((key) => <Stat key={key} label={t('columns.available')} value="" isLoading />)}
      </section>
      {rows && rows.length === 0 ? null : <BalanceChart rows={rows} state={state} />}
      <DataTable
        columns={columns}
        rows={rows ? [...rows].reverse() : []}
        rowKey={({ key }) => key}
        isLoading={query.isPending}
        caption={t('names.balances')}
        empty={<EmptyState icon={<Scale />} title={t('noBalances')} description={t('noBalancesMore')} />}
      />
    </>
  );
}

function Latest({ row, state: { timeZone } }: { row: BalanceRow; state: ReportState }) {
  const { locale } = usePreferences();
  return (
    <Stat
      label={`${row.account} · ${row.shortcode}`}
      value={row.available === null ? '—' : formatMoney(row.available, row.currency)}
      hint={timeText(row.answeredAt, 'dateTime', { locale, timeZone })}
    />
  );
}

function BalanceChart({ rows, state }: { rows: BalanceRow[] | undefined; state: ReportState }) {
  const t = useTranslations('reports');
  const { labelText, rangeText } = useTimeWords();
  const drawn = rows && balanceChart(rows, state);
  return (
    <Panel title={t('names.balances')} description={t('chartOfBalances')} contentClassName="min-h-[296px]">
      {drawn ? (
        <AreaChart
          data={drawn.points}
          index="place"
          indexLabel={t(`intervals.${state.interval}`)}
          series={drawn.series.map((name) => ({ key: name, label: name }))}
          label={t('chartOf', { names: drawn.series.join(', '), range: rangeText(state) })}
          height={height}
          formatIndex={(place) => labelText(place, state.interval)}
          formatValue={formatMoney}
          formatTick={shortNumber}
        />
      ) : (
        <Skeleton className="block h-[264px] w-full" />
      )}
    </Panel>
  );
}

function useColumns({ timeZone }: ReportState): DataTableColumn<BalanceRow>[] {
  const t = useTranslations('reports.columns');
  const tenant = useTenant();
  const { locale } = usePreferences();
  const mayRead = usePermission('inquiries.read');
  const time = ({ answeredAt, inquiryId }: BalanceRow) => {
    const text = timeText(answeredAt, 'dateTime', { locale, timeZone });
    if (!mayRead) return text;
    return (
      <Link
        href={tenantPath(tenant, `inquiries?${new URLSearchParams({ inquiry: inquiryId })}`)}
        className="rounded-sm underline decoration-border underline-offset-4 hover:text-link"
      >
        {text}
      </Link>
    );
  };
  const sum = (id: 'available' | 'current' | 'reserved' | 'uncleared'): DataTableColumn<BalanceRow> => ({
    id,
    header: t(id),
    align: 'right',
    cell: (row) => (row[id] === null ? '—' : formatMoney(row[id], row.currency)),
    ...(id !== 'available' && { hideBelow: 'md' as const }),
  });
  return [
    { id: 'answeredAt', header: t('answeredAt'), cell: time },
    { id: 'shortcode', header: t('shortcode'), cell: ({ shortcode }) => shortcode },
    { id: 'account', header: t('account'), cell: ({ account }) => account },
    ...(['available', 'current', 'reserved', 'uncleared'] as const).map(sum),
  ];
}
