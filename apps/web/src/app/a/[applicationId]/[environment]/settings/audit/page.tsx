import { AuditPage } from '@/features/audit/audit-page';
import { auditList } from '@/features/audit/filters';
import { readListInput } from '@/features/lists/read-list-input';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: SearchParams };

export const generateMetadata = titled('audit');

export default async function AuditLogPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'audit.read');
  const input = await readListInput(auditList, searchParams);
  prefetch(trpc.audit.list.queryOptions({ ...tenant, ...input }));
  return (
    <Page texts={['actors', 'lists', 'audit']}>
      <AuditPage />
    </Page>
  );
}
