import { NewPayoutPage } from '@/features/payouts/new-payout-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetched, trpc } from '@/trpc/server';

export const generateMetadata = titled('payouts', 'new.title');

/** Loads the policy and the readiness for payouts with the form, so that its text is right at once. */
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
