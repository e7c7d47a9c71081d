import { MembersPage } from '@/features/members/members-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export const generateMetadata = async () => ({ title: (await getTranslator('members'))('title') });

export default async function Page({ params }: { params: TenantPageParams }) {
  const { organizationId } = await tenantPage(params, 'members.read');
  prefetch(trpc.members.list.queryOptions({ organizationId }));
  prefetch(trpc.organizations.signInRule.queryOptions({ organizationId }));
  prefetch(trpc.members.invitations.queryOptions({ organizationId }));
  return (
    <HydrateClient>
      <Messages of={['members']}>
        <MembersPage organizationId={organizationId} />
      </Messages>
    </HydrateClient>
  );
}
