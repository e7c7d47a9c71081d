import { AuditPage } from '@/features/audit/audit-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async () => ({ title: (await getTranslator('audit'))('title') });

export default async function AuditLogPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'audit.read');
  // With filters in the address the browser asks: it knows the days of its time zone.
  if (Object.keys(await searchParams).length === 0) prefetch(trpc.audit.list.queryOptions(tenant));
  return (
    <HydrateClient>
      <Messages of={['developers', 'audit']}>
        <AuditPage />
      </Messages>
    </HydrateClient>
  );
}
