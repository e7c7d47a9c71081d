'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { signInPath, useSessionIsOver } from '@/trpc/session-state';

/** Says that the session is over. The link opens the sign-in beside this page, so that typed text stays. */
export function SessionEnded() {
  const t = useTranslations('shell');
  return t.rich('sessionEnded', {
    link: (text) => (
      <a href={signInPath()} target="_blank" rel="noopener" className="touch-area text-link underline">
        {text}
      </a>
    ),
  });
}

/** Says it on a page that found out by itself and has something typed in it. Any other page leads to the sign-in. */
export function SessionBand() {
  const isOver = useSessionIsOver();
  return (
    <div role="status" className="mx-auto w-full max-w-page px-4 sm:px-6 lg:px-8">
      {isOver && (
        <div className="pt-4">
          <Callout tone="warning">
            <SessionEnded />
          </Callout>
        </div>
      )}
    </div>
  );
}
