'use client';

import { useQuery } from '@tanstack/react-query';
import { Callout, Skeleton } from '@tillgate/ui';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { Headline } from './headline.tsx';
import { MoneyChart } from './money-chart.tsx';
import { MoneyTable } from './money-table.tsx';
import { ReportError } from './report-error.tsx';
import { inputOf, type MoneyReport } from './state.ts';
import { tableOf } from './table.ts';
import type { MoneyData } from './types.ts';
import type { StateOfPage } from './use-report-state.ts';

type Query = {
  data: MoneyData | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

export function CollectionsReport(page: StateOfPage) {
  const trpc = useTRPC();
  const input = { ...useTenant(), ...inputOf.collections(page.state) };
  const query = useQuery(trpc.reports.collections.queryOptions(input));
  return <MoneyView {...page} report="collections" query={query} />;
}

export function PayoutsReport(page: StateOfPage) {
  const trpc = useTRPC();
  const input = { ...useTenant(), ...inputOf.payouts(page.state) };
  const query = useQuery(trpc.reports.payouts.queryOptions(input));
  return <MoneyView {...page} report="payouts" query={query} />;
}

export function SettlementReport(page: StateOfPage) {
  const trpc = useTRPC();
  const input = { ...useTenant(), ...inputOf.settlement(page.state) };
  const query = useQuery(trpc.reports.settlement.queryOptions(input));
  return <MoneyView {...page} report="settlement" query={query} />;
}

/** Headline, chart and table of a report about money. */
function MoneyView({ state, set, report, query }: StateOfPage & { report: MoneyReport; query: Query }) {
  const t = useTranslations('reports');
  const { data, isError } = query;
  const money = { ...state, report };
  const table = useMemo(() => data && tableOf(report, state.groupBy, data), [data, report, state.groupBy]);
  if (isError) return <ReportError query={query} />;
  const titles = data?.titles ?? {};
  return (
    <>
      {data?.exactUntil && <Callout tone="warning">{t('stale')}</Callout>}
      <Headline state={money} table={table} data={data} />
      <MoneyChart state={money} set={set} table={table} titles={titles} />
      <h2 className="sr-only">{t('tableTitle')}</h2>
      {table ? <MoneyTable state={money} table={table} titles={titles} /> : <Skeleton className="block h-80 w-full" />}
      <p className="text-muted-foreground text-xs">{t(`notes.${report}`)}</p>
    </>
  );
}
