import { ApprovalsPage } from '@/features/approvals/approvals-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('orders', 'list.title');

export default async function Approvals({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'orders.read');
  prefetch(trpc.orders.list.queryOptions({ ...tenant, state: 'waiting' }));
  prefetch(trpc.orders.list.queryOptions({ ...tenant, state: 'decided' }));
  return (
    <Page texts={['orders', 'lists']}>
      <ApprovalsPage />
    </Page>
  );
}
