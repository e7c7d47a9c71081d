import { getDeps } from '@/deps';
import { EndpointsPage } from '@/features/endpoints/endpoints-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export const generateMetadata = async () => ({ title: (await getTranslator('endpoints'))('title') });

export default async function WebhooksPage({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'endpoints.read');
  const { settings } = await getDeps();
  prefetch(trpc.endpoints.list.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['endpoints']}>
        <EndpointsPage apiUrl={settings.publicBaseUrl} />
      </Messages>
    </HydrateClient>
  );
}
