import { EventsPage } from '@/features/events/events-page';
import { eventList } from '@/features/events/filters';
import { readListInput } from '@/features/lists/read-list-input';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async () => ({ title: (await getTranslator('events'))('title') });

export default async function WebhookEventsPage({ params, searchParams }: Props) {
  const { tenant } = await tenantPage(params, 'events.read');
  const input = await readListInput(eventList, searchParams);
  prefetch(trpc.events.list.queryOptions({ ...tenant, ...input }));
  return (
    <HydrateClient>
      <Messages of={['lists', 'webhooks', 'events', 'exports']}>
        <EventsPage />
      </Messages>
    </HydrateClient>
  );
}
