import { OfflinePage } from '@/features/offline/offline-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata() {
  return { title: (await getTranslator('offline'))('title') };
}

export default async function Offline({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'offline.read');
  prefetch(trpc.offline.state.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['offline', 'orders']}>
        <OfflinePage />
      </Messages>
    </HydrateClient>
  );
}
