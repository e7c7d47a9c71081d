import { PaymentPage } from '@/features/payments/detail/payment-page';
import { Page, titled } from '@/features/shell/page';
import { tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('payments');

type Props = { params: Promise<{ applicationId: string; environment: string; paymentId: string }> };

export default async function PaymentDetailPage({ params }: Props) {
  const { tenant } = await tenantPage(params, 'payments.read');
  const { paymentId } = await params;
  prefetch(trpc.payments.get.queryOptions({ ...tenant, paymentId }));
  return (
    <Page texts={['payments', 'orders', 'payouts', 'receipts', 'reviews', 'guard']}>
      <PaymentPage paymentId={paymentId} />
    </Page>
  );
}
