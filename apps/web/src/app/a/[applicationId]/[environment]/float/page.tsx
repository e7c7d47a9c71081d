import { FloatPage } from '@/features/float/float-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export async function generateMetadata() {
  return { title: (await getTranslator('float'))('title') };
}

export default async function Float({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'inquiries.read');
  return (
    <Messages of={['float', 'actors']}>
      <FloatPage />
    </Messages>
  );
}
