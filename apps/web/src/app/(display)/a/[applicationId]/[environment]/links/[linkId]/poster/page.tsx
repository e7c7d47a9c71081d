import { PosterPage } from '@/features/links/poster-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<Awaited<TenantPageParams> & { linkId: string }>;

export const generateMetadata = titled('links', 'poster.title');

/** Outside of the frame: it is printed. */
export default async function LinkPoster({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'links.read');
  const { linkId } = await params;
  prefetch(trpc.links.get.queryOptions({ ...tenant, linkId }));
  prefetch(trpc.links.form.queryOptions(tenant));
  return (
    <Page texts={['links']}>
      <PosterPage linkId={linkId} />
    </Page>
  );
}
