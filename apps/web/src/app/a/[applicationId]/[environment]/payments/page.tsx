import { ColumnsChoice } from '@/features/lists/columns-choice';
import { readHiddenColumns } from '@/features/lists/read-columns';
import { readListInput } from '@/features/lists/read-list-input';
import { paymentList } from '@/features/payments/filters';
import { PaymentsList } from '@/features/payments/list/payments-list';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('payments');

type Props = { params: TenantPageParams; searchParams: SearchParams };

export default async function PaymentsPage({ params, searchParams }: Props) {
  const { tenant, t } = await tenantPage(params, 'payments.read');
  const hidden = await readHiddenColumns('payments');
  const columns = ['reference', 'receipt', 'source', 'copy'].map((id) => ({
    id,
    name: t(`payments.columns.${id}`),
  }));
  const input = await readListInput(paymentList, searchParams);
  prefetch(trpc.payments.list.queryOptions({ ...tenant, ...input }));
  prefetch(trpc.views.list.queryOptions({ ...tenant, page: 'payments' }));
  return (
    <Page texts={['payments', 'lists', 'views', 'exports']}>
      <PaymentsList
        hiddenColumns={hidden}
        columnsChoice={<ColumnsChoice list="payments" columns={columns} hidden={hidden} />}
      />
    </Page>
  );
}
