import { TokensPage } from '@/features/reporting-tokens/tokens-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('reporting-tokens');

export default async function ReportingTokensPage({ params }: { params: TenantPageParams }) {
  const { organizationId } = await tenantPage(params, 'reportingTokens.read');
  prefetch(trpc.reportingTokens.list.queryOptions({ organizationId }));
  return (
    <Page texts={['actors', 'reporting-tokens']}>
      <TokensPage organizationId={organizationId} />
    </Page>
  );
}
