import { getDeps } from '@/deps';
import { LinkPage } from '@/features/links/link-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<Awaited<TenantPageParams> & { linkId: string }>;

export const generateMetadata = titled('links', 'link');

export default async function PaymentLink({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'links.read');
  const [{ linkId }, { context }] = await Promise.all([params, getDeps()]);
  prefetch(trpc.links.get.queryOptions({ ...tenant, linkId }));
  prefetch(trpc.links.attempts.queryOptions({ ...tenant, linkId }));
  return (
    <Page texts={['actors', 'lists', 'links', 'payments', 'exports']}>
      <LinkPage linkId={linkId} hasPayPages={context.payPages !== undefined} />
    </Page>
  );
}
