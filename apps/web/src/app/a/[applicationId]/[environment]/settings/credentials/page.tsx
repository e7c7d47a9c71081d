import { CredentialsPage } from '@/features/credentials/credentials-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export const generateMetadata = async () => ({ title: (await getTranslator('credentials'))('title') });

export default async function ProviderCredentialsPage({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'credentials.read');
  prefetch(trpc.credentials.status.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['actors', 'credentials']}>
        <CredentialsPage />
      </Messages>
    </HydrateClient>
  );
}
