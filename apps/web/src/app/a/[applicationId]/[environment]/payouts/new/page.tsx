import { NewPayoutPage } from '@/features/payouts/new-payout-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetched, trpc } from '@/trpc/server';

export async function generateMetadata() {
  return { title: (await getTranslator('payouts'))('new.title') };
}

/** The policy arrives with the form, and whether there can be payouts at all: what it says is right from the first moment. */
export default async function NewPayout({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'payouts.request');
  await Promise.all([
    prefetched(trpc.policy.get.queryOptions(tenant)),
    prefetched(trpc.payouts.readiness.queryOptions(tenant)),
    prefetched(trpc.recipients.list.queryOptions(tenant)),
  ]);
  return (
    <HydrateClient>
      <Messages of={['payouts', 'orders']}>
        <NewPayoutPage />
      </Messages>
    </HydrateClient>
  );
}
