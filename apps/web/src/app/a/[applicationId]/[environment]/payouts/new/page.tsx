import { NewPayoutPage } from '@/features/payouts/new-payout-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetched, trpc } from '@/trpc/server';

export const generateMetadata = titled('payouts', 'new.title');

/** The policy arrives with the form, and whether there can be payouts at all: what it says is right from the first moment. */
export default async function NewPayout({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'payouts.request');
  await Promise.all([
    prefetched(trpc.policy.get.queryOptions(tenant)),
    prefetched(trpc.payouts.readiness.queryOptions(tenant)),
    prefetched(trpc.recipients.list.queryOptions(tenant)),
  ]);
  return (
    <Page texts={['payouts', 'orders']}>
      <NewPayoutPage />
    </Page>
  );
}
