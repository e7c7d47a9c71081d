import { getDeps } from '@/deps';
import { KeysPage } from '@/features/keys/keys-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('keys');

export default async function ApiKeysPage({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'keys.read');
  const { settings } = await getDeps();
  prefetch(trpc.keys.list.queryOptions(tenant));
  return (
    <Page texts={['actors', 'keys']}>
      <KeysPage apiUrl={settings.publicBaseUrl} />
    </Page>
  );
}
