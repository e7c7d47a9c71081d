import { HandsetPage } from '@/features/handset/handset-page';
import { SandboxOnly } from '@/features/handset/sandbox-only';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export async function generateMetadata() {
  return { title: (await getTranslator('handset'))('title') };
}

export default async function Handset({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'handset.use');
  return (
    <Messages of={['handset', 'scenarios']}>
      {tenant.environment === 'sandbox' ? <HandsetPage /> : <SandboxOnly />}
    </Messages>
  );
}
