'use client';

import type { ReactNode } from 'react';
import { PreferencesButton } from '@/features/shell/frame-buttons';

type Props = { title: string; description?: ReactNode; children: ReactNode };

/** Around the pages of people who are not in yet: one thing to do, in the middle. */
export function AuthFrame({ title, description, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-12 items-center justify-between gap-2 px-4 sm:px-6">
        <span className="font-semibold text-sm tracking-tight">Tillgate</span>
        <PreferencesButton />
      </header>
      <main id="content" className="flex flex-1 flex-col items-center px-4 pt-[max(1.5rem,10vh)] pb-12">
        <div className="flex w-full max-w-sm flex-col gap-5">
          <div>
            <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
            {description && <p className="mt-1 text-muted-foreground text-sm">{description}</p>}
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}
