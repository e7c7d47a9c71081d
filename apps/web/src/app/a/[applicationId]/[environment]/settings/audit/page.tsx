import { AuditPage } from '@/features/audit/audit-page';
import { auditList } from '@/features/audit/filters';
import { readListInput } from '@/features/lists/read-list-input';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async () => ({ title: (await getTranslator('audit'))('title') });

export default async function AuditLogPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'audit.read');
  const input = await readListInput(auditList, searchParams);
  prefetch(trpc.audit.list.queryOptions({ ...tenant, ...input }));
  return (
    <HydrateClient>
      <Messages of={['actors', 'lists', 'audit']}>
        <AuditPage />
      </Messages>
    </HydrateClient>
  );
}
