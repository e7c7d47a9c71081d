import { getDeps } from '@/deps';
import { RequestsPage } from '@/features/requests/requests-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export const generateMetadata = async () => ({ title: (await getTranslator('requests'))('title') });

export default async function RequestLogPage({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'requests.read');
  const { settings } = await getDeps();
  return (
    <Messages of={['developers', 'requests']}>
      <RequestsPage apiUrl={settings.publicBaseUrl} />
    </Messages>
  );
}
