import { getDeps } from '@/deps';
import { linkList } from '@/features/links/filters';
import { LinksPage } from '@/features/links/links-page';
import { readListInput } from '@/features/lists/read-list-input';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: SearchParams };

export const generateMetadata = titled('links');

export default async function PaymentLinks({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'links.read');
  const [input, { context }] = await Promise.all([readListInput(linkList, searchParams), getDeps()]);
  prefetch(trpc.links.list.queryOptions({ ...tenant, ...input }));
  return (
    <Page texts={['actors', 'lists', 'links', 'exports']}>
      <LinksPage hasPayPages={context.payPages !== undefined} />
    </Page>
  );
}
