import { RefusedPage } from '@/features/shell/refused-page';

export default function TenantForbidden() {
  return <RefusedPage />;
}
