import { CollectPage } from '@/features/collect/collect-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata() {
  return { title: (await getTranslator('collect'))('title') };
}

export default async function Collect({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'payments.collect');
  prefetch(trpc.collect.account.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['collect', 'orders', 'scenarios']}>
        <CollectPage />
      </Messages>
    </HydrateClient>
  );
}
