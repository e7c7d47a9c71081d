import { ReportsPage } from '@/features/reports/reports-page';
import { inputOf, type ReportState, readState } from '@/features/reports/state';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import type { TenantParams } from '@/features/shell/tenant';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { readPreferences } from '@/i18n/server';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('reports');

type Props = { params: TenantPageParams; searchParams: SearchParams };

export default async function Reports({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'reports.read');
  const { timeZone } = await readPreferences();
  prefetch(trpc.views.list.queryOptions({ ...tenant, page: 'reports' }));
  prefetchReport(tenant, readState(await searchParams, { timeZone, now: new Date() }));
  return (
    <Page texts={['reports', 'lists', 'views', 'exports']}>
      <ReportsPage />
    </Page>
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
