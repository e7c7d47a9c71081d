import { DeliveryPage } from '@/features/deliveries/delivery-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<Awaited<TenantPageParams> & { deliveryId: string }>;

export const generateMetadata = titled('deliveries', 'delivery');

export default async function WebhookDeliveryPage({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'endpoints.read');
  const { deliveryId } = await params;
  prefetch(trpc.deliveries.get.queryOptions({ ...tenant, deliveryId }));
  return (
    <Page texts={['webhooks', 'deliveries', 'endpoints']}>
      <DeliveryPage deliveryId={deliveryId} />
    </Page>
  );
}
