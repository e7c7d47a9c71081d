import { CredentialsPage } from '@/features/credentials/credentials-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('credentials');

export default async function ProviderCredentialsPage({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'credentials.read');
  prefetch(trpc.credentials.status.queryOptions(tenant));
  prefetch(trpc.credentials.accounts.queryOptions(tenant));
  return (
    <Page texts={['actors', 'credentials']}>
      <CredentialsPage />
    </Page>
  );
}
