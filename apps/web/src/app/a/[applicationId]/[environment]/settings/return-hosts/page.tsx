import { ReturnHostsPage } from '@/features/links/return-hosts-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('links', 'returnHosts.title');

export default async function ReturnHosts({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'applications.write');
  prefetch(trpc.links.form.queryOptions(tenant));
  return (
    <Page texts={['links']}>
      <ReturnHostsPage />
    </Page>
  );
}
