import { getDeps } from '@/deps';
import { KeysPage } from '@/features/keys/keys-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export const generateMetadata = async () => ({ title: (await getTranslator('keys'))('title') });

export default async function ApiKeysPage({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'keys.read');
  const { settings } = await getDeps();
  prefetch(trpc.keys.list.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['actors', 'keys']}>
        <KeysPage apiUrl={settings.publicBaseUrl} />
      </Messages>
    </HydrateClient>
  );
}
