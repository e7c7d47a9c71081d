import { getDeps } from '@/deps';
import { RequestsPage } from '@/features/requests/requests-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async () => ({ title: (await getTranslator('requests'))('title') });

export default async function RequestLogPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'requests.read');
  // With filters in the address the browser asks: it knows the days of its time zone.
  if (Object.keys(await searchParams).length === 0) prefetch(trpc.requests.list.queryOptions(tenant));
  const { settings } = await getDeps();
  return (
    <HydrateClient>
      <Messages of={['developers', 'requests']}>
        <RequestsPage apiUrl={settings.publicBaseUrl} />
      </Messages>
    </HydrateClient>
  );
}
