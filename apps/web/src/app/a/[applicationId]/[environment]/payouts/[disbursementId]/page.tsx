import { DisbursementPage } from '@/features/payouts/disbursement-page';
import { tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Params = Promise<{ applicationId: string; environment: string; disbursementId: string }>;

export async function generateMetadata() {
  return { title: (await getTranslator('payouts'))('title') };
}

export default async function Disbursement({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'payouts.read');
  const { disbursementId } = await params;
  prefetch(trpc.payouts.get.queryOptions({ ...tenant, disbursementId }));
  return (
    <HydrateClient>
      <Messages of={['payouts', 'reviews']}>
        <DisbursementPage disbursementId={disbursementId} />
      </Messages>
    </HydrateClient>
  );
}
