import { HomePage } from '@/features/home/home-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator, readPreferences } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata() {
  return { title: (await getTranslator('home'))('title') };
}

export default async function Home({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'reports.read');
  const { timeZone } = await readPreferences();
  prefetch(trpc.reports.setup.queryOptions(tenant));
  prefetch(trpc.reports.home.queryOptions({ ...tenant, timeZone }));
  prefetch(trpc.reports.recent.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['home']}>
        <HomePage />
      </Messages>
    </HydrateClient>
  );
}
