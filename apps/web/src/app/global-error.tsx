'use client';

import './globals.css';
import { useEffect, useLayoutEffect } from 'react';
import { meetNewVersion } from '@/features/shell/new-version';
import { followTheme } from '@/features/shell/theme';
import { useReturn } from '@/features/shell/use-return';

/** Shown when the layout itself failed. No texts are loaded then, so it is in English. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  useLayoutEffect(followTheme, []);
  useEffect(() => void meetNewVersion(error, { isLost: true }), [error]);
  const isAway = useReturn(() => window.location.reload());
  return (
    <html lang="en">
      <body>
        <main className="mx-auto grid min-h-dvh max-w-md content-center gap-3 p-6">
          <title>Tillgate</title>
          <h1 className="font-semibold text-xl">The dashboard could not be shown</h1>
          <p className="text-muted-foreground">
            {isAway
              ? 'Tillgate cannot reach its database. This page loads by itself when it can.'
              : 'The fault is ours. Load the page again in a moment.'}
          </p>
          {error.digest && <p className="font-mono text-muted-foreground text-xs">{error.digest}</p>}
          <a href="/" className="text-link underline">
            Load the dashboard
          </a>
        </main>
      </body>
    </html>
  );
}
