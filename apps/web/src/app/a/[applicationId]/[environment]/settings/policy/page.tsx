import { PolicyPage } from '@/features/policy/policy-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('policy');

export default async function Policy({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'policy.read');
  prefetch(trpc.policy.get.queryOptions(tenant));
  return (
    <Page texts={['policy']}>
      <PolicyPage />
    </Page>
  );
}
