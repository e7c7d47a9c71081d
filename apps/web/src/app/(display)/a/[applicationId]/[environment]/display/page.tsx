import { DisplayPage } from '@/features/display/display-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { caller, prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('display');

/** Outside of the frame: customers look at it, too, and see nothing of the dashboard. */
export default async function Display({ params }: { params: TenantPageParams }) {
  const { tenant, person } = await tenantPage(params, 'payments.collect');
  prefetch(trpc.collect.account.queryOptions(tenant));
  const { places } = await caller.navigation.places();
  const applications = places.flatMap(({ applications: some }) => some);
  const shop = applications.find(({ applicationId }) => applicationId === tenant.applicationId)?.name ?? 'Tillgate';
  return (
    <Page texts={['display', 'collect', 'receipts']}>
      <DisplayPage shop={shop} person={person.userId} />
    </Page>
  );
}
