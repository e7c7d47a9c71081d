import type { Metadata } from 'next';
import { PaymentPage } from '@/features/payments/detail/payment-page';
import { tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('payments'))('title') };
}

type Props = { params: Promise<{ applicationId: string; environment: string; paymentId: string }> };

export default async function PaymentDetailPage({ params }: Props) {
  const { tenant } = await tenantPage(params, 'payments.read');
  const { paymentId } = await params;
  prefetch(trpc.payments.get.queryOptions({ ...tenant, paymentId }));
  return (
    <HydrateClient>
      <Messages of={['payments', 'orders', 'payouts', 'reviews']}>
        <PaymentPage paymentId={paymentId} />
      </Messages>
    </HydrateClient>
  );
}
