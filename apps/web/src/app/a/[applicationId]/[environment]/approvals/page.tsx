import { ApprovalsPage } from '@/features/approvals/approvals-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata() {
  return { title: (await getTranslator('orders'))('list.title') };
}

export default async function Approvals({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'orders.read');
  prefetch(trpc.orders.list.queryOptions({ ...tenant, state: 'waiting' }));
  prefetch(trpc.orders.list.queryOptions({ ...tenant, state: 'decided' }));
  return (
    <HydrateClient>
      <Messages of={['orders', 'lists']}>
        <ApprovalsPage />
      </Messages>
    </HydrateClient>
  );
}
