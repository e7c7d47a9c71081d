import { DaysPage } from '@/features/closing/days-page';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('closing');

export default async function Days({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'days.read');
  return (
    <Messages of={['closing', 'actors', 'lists']}>
      <DaysPage />
    </Messages>
  );
}
