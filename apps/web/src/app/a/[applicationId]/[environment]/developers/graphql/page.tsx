import { getDeps } from '@/deps';
import { ExplorerPage } from '@/features/graphql/explorer-page';
import { periodUntil } from '@/features/graphql/ready-queries';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('graphql');

export default async function GraphqlPage({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'reports.read');
  const { context } = await getDeps();
  return (
    <Messages of={['graphql']}>
      <ExplorerPage variables={{ ...tenant, ...periodUntil(context.clock.now()) }} />
    </Messages>
  );
}
