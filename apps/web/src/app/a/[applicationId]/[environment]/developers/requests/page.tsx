import { getDeps } from '@/deps';
import { readListInput } from '@/features/lists/read-list-input';
import { requestList } from '@/features/requests/filters';
import { RequestsPage } from '@/features/requests/requests-page';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: SearchParams };

export const generateMetadata = titled('requests');

export default async function RequestLogPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'requests.read');
  const input = await readListInput(requestList, searchParams);
  prefetch(trpc.requests.list.queryOptions({ ...tenant, ...input }));
  const { settings } = await getDeps();
  return (
    <Page texts={['lists', 'requests']}>
      <RequestsPage apiUrl={settings.publicBaseUrl} />
    </Page>
  );
}
