import { DaysPage } from '@/features/closing/days-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export async function generateMetadata() {
  return { title: (await getTranslator('closing'))('title') };
}

export default async function Days({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'days.read');
  return (
    <Messages of={['closing', 'actors', 'lists']}>
      <DaysPage />
    </Messages>
  );
}
