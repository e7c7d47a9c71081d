import { BatchPage } from '@/features/batches/batch-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<Awaited<TenantPageParams> & { batchId: string }>;

export const generateMetadata = titled('batches', 'batch');

export default async function PayoutBatch({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'batches.read');
  const { batchId } = await params;
  prefetch(trpc.batches.get.queryOptions({ ...tenant, batchId }));
  prefetch(trpc.batches.rows.queryOptions({ ...tenant, batchId }));
  return (
    <Page texts={['actors', 'lists', 'batches', 'orders', 'payouts', 'exports']}>
      <BatchPage batchId={batchId} />
    </Page>
  );
}
