import { getDeps } from '@/deps';
import { EventTypesPage } from '@/features/event-types/event-types-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { getTranslator } from '@/i18n/server';
import { caller } from '@/trpc/server';

export const generateMetadata = async () => ({ title: (await getTranslator('event-types'))('title') });

export default async function EventTypes({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'events.read');
  const { settings } = await getDeps();
  const types = await caller.events.types(tenant);
  return <EventTypesPage tenant={tenant} apiUrl={settings.publicBaseUrl} types={types} />;
}
