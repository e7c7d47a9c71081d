import { getDeps } from '@/deps';
import { EndpointsPage } from '@/features/endpoints/endpoints-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

const localUrls = ['http://localhost:4000/webhooks', 'http://127.0.0.1:4000/webhooks'];

export const generateMetadata = titled('endpoints');

export default async function WebhooksPage({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'endpoints.read');
  const { context, settings } = await getDeps();
  prefetch(trpc.endpoints.list.queryOptions(tenant));
  return (
    <Page texts={['endpoints']}>
      <EndpointsPage
        apiUrl={settings.publicBaseUrl}
        localUrl={localUrls.find((url) => context.judgeWebhookUrl(url, tenant.environment) === undefined)}
      />
    </Page>
  );
}
