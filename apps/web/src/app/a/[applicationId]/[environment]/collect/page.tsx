import { CollectPage } from '@/features/collect/collect-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('collect');

export default async function Collect({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'payments.collect');
  prefetch(trpc.collect.account.queryOptions(tenant));
  return (
    <Page texts={['collect', 'orders', 'scenarios']}>
      <CollectPage />
    </Page>
  );
}
