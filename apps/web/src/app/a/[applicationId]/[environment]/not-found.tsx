import { MissingPage } from '@/features/shell/missing-page';

export default function TenantNotFound() {
  return <MissingPage />;
}
