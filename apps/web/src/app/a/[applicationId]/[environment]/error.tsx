'use client';

import { FailedPage } from '@/features/shell/failed-page';

export default function TenantError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <FailedPage {...props} />;
}
