import { NewBatchPage } from '@/features/batches/new-batch-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';

export const generateMetadata = titled('batches', 'new.title');

export default async function NewPayoutBatch({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'batches.request');
  return (
    <Page texts={['batches']}>
      <NewBatchPage />
    </Page>
  );
}
