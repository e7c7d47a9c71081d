import { MembersPage } from '@/features/members/members-page';
import { Page, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('members');

export default async function Members({ params }: { params: TenantPageParams }) {
  const { organizationId } = await tenantPage(params, 'members.read');
  prefetch(trpc.members.list.queryOptions({ organizationId }));
  prefetch(trpc.organizations.signInRule.queryOptions({ organizationId }));
  prefetch(trpc.members.invitations.queryOptions({ organizationId }));
  return (
    <Page texts={['members']}>
      <MembersPage organizationId={organizationId} />
    </Page>
  );
}
