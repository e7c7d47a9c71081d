import { ExportsPage } from '@/features/exports/exports-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async () => ({ title: (await getTranslator('exports'))('title') });

export default async function Exports({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'exports.use');
  const { show, before } = await searchParams;
  if (show === 'schedules') prefetch(trpc.exports.schedules.queryOptions(tenant));
  else {
    const place = typeof before === 'string' && before !== '' ? before : undefined;
    prefetch(trpc.exports.list.queryOptions({ ...tenant, before: place }));
  }
  return (
    <HydrateClient>
      <Messages of={['exports', 'lists', 'actors']}>
        <ExportsPage />
      </Messages>
    </HydrateClient>
  );
}
