import { ReconciliationPage } from '@/features/reconciliation/reconciliation-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('reconciliation');

export default async function Reconciliation({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'statements.read');
  prefetch(trpc.reconciliation.shortcodes.queryOptions(tenant));
  return (
    <Page texts={['closing', 'reconciliation', 'reviews', 'orders', 'lists']}>
      <ReconciliationPage />
    </Page>
  );
}
