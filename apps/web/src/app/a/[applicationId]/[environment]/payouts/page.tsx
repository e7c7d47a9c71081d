import { ColumnsChoice } from '@/features/lists/columns-choice';
import { readHiddenColumns } from '@/features/lists/read-columns';
import { PayoutsPage } from '@/features/payouts/payouts-page';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('payouts');

export default async function Payouts({ params }: { params: TenantPageParams }) {
  const { t } = await tenantPage(params, 'payouts.read');
  const hidden = await readHiddenColumns('payouts');
  const columns = ['kind', 'who', 'receipt'].map((id) => ({ id, name: t(`payouts.list.${id}`) }));
  return (
    <Messages of={['payouts', 'orders', 'lists', 'exports']}>
      <PayoutsPage
        hiddenColumns={hidden}
        columnsChoice={<ColumnsChoice list="payouts" columns={columns} hidden={hidden} />}
      />
    </Messages>
  );
}
