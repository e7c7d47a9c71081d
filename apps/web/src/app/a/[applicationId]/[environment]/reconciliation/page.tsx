import { ReconciliationPage } from '@/features/reconciliation/reconciliation-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata() {
  return { title: (await getTranslator('reconciliation'))('title') };
}

export default async function Reconciliation({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'statements.read');
  prefetch(trpc.reconciliation.shortcodes.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['reconciliation', 'reviews', 'orders', 'lists']}>
        <ReconciliationPage />
      </Messages>
    </HydrateClient>
  );
}
