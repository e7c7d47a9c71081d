import { EventsPage } from '@/features/events/events-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export const generateMetadata = async () => ({ title: (await getTranslator('events'))('title') });

export default async function WebhookEventsPage({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'events.read');
  return (
    <Messages of={['developers', 'events']}>
      <EventsPage />
    </Messages>
  );
}
