import { decisionList, entryList } from '@/features/guard/filters';
import { GuardPage } from '@/features/guard/guard-page';
import { readListInput } from '@/features/lists/read-list-input';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: SearchParams };

export const generateMetadata = titled('guard');

export default async function Guard({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'policy.read');
  const { show } = await searchParams;
  if (show === 'lists') {
    const input = await readListInput(entryList, searchParams);
    prefetch(trpc.guard.entries.queryOptions({ ...tenant, ...input }));
  } else if (show === 'decisions') {
    const input = await readListInput(decisionList, searchParams);
    prefetch(trpc.guard.decisions.queryOptions({ ...tenant, ...input }));
  } else prefetch(trpc.guard.get.queryOptions(tenant));
  return (
    <Page texts={['guard', 'lists', 'actors', 'exports']}>
      <GuardPage />
    </Page>
  );
}
