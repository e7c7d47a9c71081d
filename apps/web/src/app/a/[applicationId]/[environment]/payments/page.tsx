import type { Metadata } from 'next';
import { ColumnsChoice } from '@/features/lists/columns-choice';
import { readHiddenColumns } from '@/features/lists/read-columns';
import { readListInput } from '@/features/lists/read-list-input';
import { paymentList } from '@/features/payments/filters';
import { PaymentsList } from '@/features/payments/list/payments-list';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('payments'))('title') };
}

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

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
    <HydrateClient>
      <Messages of={['payments', 'lists', 'views', 'exports']}>
        <PaymentsList
          hiddenColumns={hidden}
          columnsChoice={<ColumnsChoice list="payments" columns={columns} hidden={hidden} />}
        />
      </Messages>
    </HydrateClient>
  );
}
