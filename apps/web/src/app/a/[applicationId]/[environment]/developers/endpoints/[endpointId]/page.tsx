import { getDeps } from '@/deps';
import { EndpointPage } from '@/features/endpoints/endpoint-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<Awaited<TenantPageParams> & { endpointId: string }>;

export const generateMetadata = titled('endpoints', 'endpoint');

export default async function WebhookEndpointPage({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'endpoints.read');
  const { endpointId } = await params;
  const { settings } = await getDeps();
  prefetch(trpc.endpoints.get.queryOptions({ ...tenant, endpointId }));
  return (
    <Page texts={['actors', 'lists', 'webhooks', 'endpoints', 'deliveries', 'exports']}>
      <EndpointPage endpointId={endpointId} apiUrl={settings.publicBaseUrl} />
    </Page>
  );
}
