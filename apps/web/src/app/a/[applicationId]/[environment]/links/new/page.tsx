import { NewLinkPage } from '@/features/links/new-link-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('links', 'new.title');

export default async function NewPaymentLink({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'links.write');
  prefetch(trpc.links.form.queryOptions(tenant));
  return (
    <Page texts={['links']}>
      <NewLinkPage />
    </Page>
  );
}
