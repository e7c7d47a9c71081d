import { getDeps } from '@/deps';
import { readListInput } from '@/features/lists/read-list-input';
import { requestList } from '@/features/requests/filters';
import { RequestsPage } from '@/features/requests/requests-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async () => ({ title: (await getTranslator('requests'))('title') });

export default async function RequestLogPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'requests.read');
  const input = await readListInput(requestList, searchParams);
  prefetch(trpc.requests.list.queryOptions({ ...tenant, ...input }));
  const { settings } = await getDeps();
  return (
    <HydrateClient>
      <Messages of={['lists', 'requests']}>
        <RequestsPage apiUrl={settings.publicBaseUrl} />
      </Messages>
    </HydrateClient>
  );
}
