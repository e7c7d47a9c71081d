import { OfflineSettingsPage } from '@/features/offline/settings-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('offline', 'settings.title');

export default async function OfflineSettings({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'offline.read');
  prefetch(trpc.offline.state.queryOptions(tenant));
  return (
    <Page texts={['offline', 'orders']}>
      <OfflineSettingsPage />
    </Page>
  );
}
