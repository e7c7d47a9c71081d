import type { Metadata } from 'next';
import { ReportsPage } from '@/features/reports/reports-page';
import { inputOf, type ReportState, readState } from '@/features/reports/state';
import type { TenantParams } from '@/features/shell/tenant';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator, readPreferences } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('reports'))('title') };
}

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Reports({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'reports.read');
  const { timeZone } = await readPreferences();
  prefetchReport(tenant, readState(await searchParams, { timeZone, now: new Date() }));
  return (
    <HydrateClient>
      <Messages of={['reports', 'lists']}>
        <ReportsPage />
      </Messages>
    </HydrateClient>
  );
}

function prefetchReport(tenant: TenantParams, state: ReportState): void {
  const { collections, payouts, settlement, balances } = trpc.reports;
  const begin = {
    collections: () => prefetch(collections.queryOptions({ ...tenant, ...inputOf.collections(state) })),
    payouts: () => prefetch(payouts.queryOptions({ ...tenant, ...inputOf.payouts(state) })),
    settlement: () => prefetch(settlement.queryOptions({ ...tenant, ...inputOf.settlement(state) })),
    balances: () => prefetch(balances.queryOptions({ ...tenant, ...inputOf.balances(state) })),
  };
  begin[state.report]();
}
