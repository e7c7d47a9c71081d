import { BatchesPage } from '@/features/batches/batches-page';
import { batchList } from '@/features/batches/filters';
import { readListInput } from '@/features/lists/read-list-input';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: SearchParams };

export const generateMetadata = titled('batches');

export default async function PayoutBatches({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'batches.read');
  const input = await readListInput(batchList, searchParams);
  prefetch(trpc.batches.list.queryOptions({ ...tenant, ...input }));
  return (
    <Page texts={['actors', 'lists', 'batches']}>
      <BatchesPage />
    </Page>
  );
}
