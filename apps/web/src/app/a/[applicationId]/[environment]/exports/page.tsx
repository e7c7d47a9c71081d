import { ExportsPage } from '@/features/exports/exports-page';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: SearchParams };

export const generateMetadata = titled('exports');

export default async function Exports({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'exports.use');
  const { show, before } = await searchParams;
  if (show === 'schedules') prefetch(trpc.exports.schedules.queryOptions(tenant));
  else {
    const place = typeof before === 'string' && before !== '' ? before : undefined;
    prefetch(trpc.exports.list.queryOptions({ ...tenant, before: place }));
  }
  return (
    <Page texts={['exports', 'lists', 'actors']}>
      <ExportsPage />
    </Page>
  );
}
