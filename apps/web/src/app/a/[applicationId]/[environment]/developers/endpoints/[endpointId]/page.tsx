import { getDeps } from '@/deps';
import { EndpointPage } from '@/features/endpoints/endpoint-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Params = Promise<Awaited<TenantPageParams> & { endpointId: string }>;

export const generateMetadata = async () => ({ title: (await getTranslator('endpoints'))('endpoint') });

export default async function WebhookEndpointPage({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'endpoints.read');
  const { endpointId } = await params;
  const { settings } = await getDeps();
  prefetch(trpc.endpoints.get.queryOptions({ ...tenant, endpointId }));
  return (
    <HydrateClient>
      <Messages of={['actors', 'lists', 'webhooks', 'endpoints', 'deliveries', 'exports']}>
        <EndpointPage endpointId={endpointId} apiUrl={settings.publicBaseUrl} />
      </Messages>
    </HydrateClient>
  );
}
