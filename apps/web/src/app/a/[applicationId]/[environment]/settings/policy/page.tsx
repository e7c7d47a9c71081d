import { PolicyPage } from '@/features/policy/policy-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export async function generateMetadata() {
  return { title: (await getTranslator('policy'))('title') };
}

export default async function Policy({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'policy.read');
  prefetch(trpc.policy.get.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['policy']}>
        <PolicyPage />
      </Messages>
    </HydrateClient>
  );
}
