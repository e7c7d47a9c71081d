import { FloatPage } from '@/features/float/float-page';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('float');

export default async function Float({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'inquiries.read');
  return (
    <Messages of={['float', 'actors']}>
      <FloatPage />
    </Messages>
  );
}
