import { AuditPage } from '@/features/audit/audit-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export const generateMetadata = async () => ({ title: (await getTranslator('audit'))('title') });

export default async function AuditLogPage({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'audit.read');
  return (
    <Messages of={['developers', 'audit']}>
      <AuditPage />
    </Messages>
  );
}
