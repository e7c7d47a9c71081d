import { DisbursementPage } from '@/features/payouts/disbursement-page';
import { Page, titled } from '@/features/shell/page';
import { tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<{ applicationId: string; environment: string; disbursementId: string }>;

export const generateMetadata = titled('payouts');

export default async function Disbursement({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'payouts.read');
  const { disbursementId } = await params;
  prefetch(trpc.payouts.get.queryOptions({ ...tenant, disbursementId }));
  return (
    <Page texts={['payouts', 'reviews', 'guard']}>
      <DisbursementPage disbursementId={disbursementId} />
    </Page>
  );
}
