import { getDeps } from '@/deps';
import { EventTypesPage } from '@/features/event-types/event-types-page';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { caller } from '@/trpc/server';

export const generateMetadata = titled('event-types');

export default async function EventTypes({ params }: { params: TenantPageParams }) {
  const { tenant } = await tenantPage(params, 'events.read');
  const { settings } = await getDeps();
  const types = await caller.events.types(tenant);
  return <EventTypesPage tenant={tenant} apiUrl={settings.publicBaseUrl} types={types} />;
}
