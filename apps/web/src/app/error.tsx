'use client';

import { FailedPage } from '@/features/shell/failed-page';

export default function RootError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <FailedPage {...props} />
    </main>
  );
}
