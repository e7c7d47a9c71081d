import { HandsetPage } from '@/features/handset/handset-page';
import { SandboxOnly } from '@/features/handset/sandbox-only';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('handset');

export default async function Handset({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'handset.use');
  return (
    <Messages of={['handset', 'scenarios']}>
      {tenant.environment === 'sandbox' ? <HandsetPage /> : <SandboxOnly />}
    </Messages>
  );
}
