import { OrderPage } from '@/features/approvals/order-page';
import { tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Params = Promise<{ applicationId: string; environment: string; orderId: string }>;

export async function generateMetadata() {
  return { title: (await getTranslator('orders'))('detail.title') };
}

export default async function Order({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'orders.read');
  const { orderId } = await params;
  prefetch(trpc.orders.get.queryOptions({ ...tenant, orderId }));
  return (
    <HydrateClient>
      <Messages of={['orders', 'payouts', 'policy']}>
        <OrderPage orderId={orderId} />
      </Messages>
    </HydrateClient>
  );
}
