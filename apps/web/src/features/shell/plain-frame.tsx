'use client';

import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { AccountButton, PreferencesButton } from './frame-buttons.tsx';
import { contentId, KeepFocus } from './keep-focus.tsx';
import { Link } from './link.tsx';
import { SessionBand } from './session-ended.tsx';
import { SkipLink } from './skip-link.tsx';
import { ToastHost } from './toast-host.tsx';
import type { FramePerson } from './types.ts';
import { Wordmark } from './wordmark.tsx';

type Props = { person: FramePerson; hasWayBack?: boolean; children: ReactNode };

/** Around pages that belong to no application: the account, a first application. */
export function PlainFrame({ person, hasWayBack, children }: Props) {
  const t = useTranslations('shell');
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-card px-4 sm:px-6 print:hidden">
        {hasWayBack ? (
          <Link
            href="/"
            className="flex h-8 pointer-coarse:h-11 min-w-0 items-center gap-2 rounded-md px-2 text-sm hover:bg-accent"
          >
            <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate">{t('account.back')}</span>
          </Link>
        ) : (
          <Wordmark className="px-2 text-sm" />
        )}
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <AccountButton person={person} />
          <PreferencesButton />
        </div>
      </header>
      <SessionBand />
      <main id={contentId} tabIndex={-1} className="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6">
        {children}
      </main>
      <ToastHost />
      <KeepFocus />
    </>
  );
}
