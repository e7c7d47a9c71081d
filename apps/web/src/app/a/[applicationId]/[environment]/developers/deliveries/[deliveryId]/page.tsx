import { DeliveryPage } from '@/features/deliveries/delivery-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Params = Promise<Awaited<TenantPageParams> & { deliveryId: string }>;

export const generateMetadata = async () => ({ title: (await getTranslator('deliveries'))('delivery') });

export default async function WebhookDeliveryPage({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'endpoints.read');
  const { deliveryId } = await params;
  prefetch(trpc.deliveries.get.queryOptions({ ...tenant, deliveryId }));
  return (
    <HydrateClient>
      <Messages of={['webhooks', 'deliveries', 'endpoints']}>
        <DeliveryPage deliveryId={deliveryId} />
      </Messages>
    </HydrateClient>
  );
}
