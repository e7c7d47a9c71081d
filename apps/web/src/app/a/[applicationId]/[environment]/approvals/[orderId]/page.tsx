import { OrderPage } from '@/features/approvals/order-page';
import { Page, titled } from '@/features/shell/page';
import { tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<{ applicationId: string; environment: string; orderId: string }>;

export const generateMetadata = titled('orders', 'detail.title');

export default async function Order({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'orders.read');
  const { orderId } = await params;
  prefetch(trpc.orders.get.queryOptions({ ...tenant, orderId }));
  return (
    <Page texts={['orders', 'payouts', 'policy', 'guard', 'keys']}>
      <OrderPage orderId={orderId} />
    </Page>
  );
}
