import { RestoresPage } from '@/features/restores/restores-page';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('restores');

export default async function Restores({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'payments.read');
  return (
    <Messages of={['restores']}>
      <RestoresPage />
    </Messages>
  );
}
