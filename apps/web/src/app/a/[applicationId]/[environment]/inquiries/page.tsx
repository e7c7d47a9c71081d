import { InquiriesPage } from '@/features/inquiries/inquiries-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export async function generateMetadata() {
  return { title: (await getTranslator('inquiries'))('title') };
}

export default async function Inquiries({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'inquiries.read');
  return (
    <Messages of={['inquiries', 'orders', 'lists', 'exports']}>
      <InquiriesPage />
    </Messages>
  );
}
