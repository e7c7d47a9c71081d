import { InquiriesPage } from '@/features/inquiries/inquiries-page';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('inquiries');

export default async function Inquiries({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'inquiries.read');
  return (
    <Messages of={['inquiries', 'orders', 'lists', 'exports']}>
      <InquiriesPage />
    </Messages>
  );
}
