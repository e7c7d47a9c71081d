import { PayoutsPage } from '@/features/payouts/payouts-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export async function generateMetadata() {
  return { title: (await getTranslator('payouts'))('title') };
}

export default async function Payouts({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'payouts.read');
  return (
    <Messages of={['payouts', 'lists', 'exports']}>
      <PayoutsPage />
    </Messages>
  );
}
