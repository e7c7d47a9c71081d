import { EventsPage } from '@/features/events/events-page';
import { eventList } from '@/features/events/filters';
import { readListInput } from '@/features/lists/read-list-input';
import { Page, type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: SearchParams };

export const generateMetadata = titled('events');

export default async function WebhookEventsPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'events.read');
  const input = await readListInput(eventList, searchParams);
  prefetch(trpc.events.list.queryOptions({ ...tenant, ...input }));
  return (
    <Page texts={['lists', 'webhooks', 'events', 'exports']}>
      <EventsPage />
    </Page>
  );
}
