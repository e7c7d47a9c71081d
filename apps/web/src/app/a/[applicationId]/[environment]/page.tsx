import { HomePage } from '@/features/home/home-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { readPreferences } from '@/i18n/server';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('home');

export default async function Home({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'reports.read');
  const { timeZone } = await readPreferences();
  prefetch(trpc.reports.setup.queryOptions(tenant));
  prefetch(trpc.reports.home.queryOptions({ ...tenant, timeZone }));
  prefetch(trpc.reports.recent.queryOptions(tenant));
  return (
    <Page texts={['home']}>
      <HomePage />
    </Page>
  );
}
