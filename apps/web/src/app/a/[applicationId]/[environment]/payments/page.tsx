import type { Metadata } from 'next';
import { listInput, readAddress } from '@/features/payments/filters';
import { PaymentsList } from '@/features/payments/list/payments-list';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator, readPreferences } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslator('payments'))('title') };
}

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PaymentsPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'payments.read');
  const { timeZone } = await readPreferences();
  const { values, place } = readAddress(await searchParams);
  const input = listInput(values, place, { timeZone, now: new Date() });
  prefetch(trpc.payments.list.queryOptions({ ...tenant, ...input }));
  prefetch(trpc.views.list.queryOptions({ ...tenant, page: 'payments' }));
  return (
    <HydrateClient>
      <Messages of={['payments', 'views']}>
        <PaymentsList />
      </Messages>
    </HydrateClient>
  );
}
