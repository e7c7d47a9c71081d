'use client';

import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { PreferencesButton } from '@/features/shell/frame-buttons';
import { Wordmark } from '@/features/shell/wordmark';

type Props = { title: string; description?: ReactNode; children: ReactNode };

/** Around the pages of people who are not in yet: one thing to do, beside what the product is for. */
export function AuthFrame({ title, description, children }: Props) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-1">
      <Face />
      <main
        id="content"
        className="relative flex flex-col items-center bg-card px-4 pt-[max(1.5rem,10vh)] pb-12 lg:justify-center lg:pt-12"
      >
        <div className="absolute top-2 right-4 hidden sm:right-6 lg:block">
          <PreferencesButton />
        </div>
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

const promises = ['collect', 'payOut', 'reconcile'] as const;

/** What the product is for: on a desk a half of the page, on a phone its bar. */
function Face() {
  const t = useTranslations('identity.face');
  return (
    <header className="flex h-12 items-center justify-between gap-2 px-4 sm:px-6 lg:h-auto lg:flex-col lg:items-start lg:border-r lg:px-12 lg:py-10">
      <Wordmark className="text-sm lg:text-base" />
      <div className="hidden max-w-md flex-col gap-6 lg:flex">
        <p className="text-balance font-semibold text-3xl tracking-tight">{t('title')}</p>
        <ul className="flex flex-col gap-3 text-muted-foreground">
          {promises.map((promise) => (
            <li key={promise} className="flex gap-3">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary" />
              {t(promise)}
            </li>
          ))}
        </ul>
      </div>
      <p className="hidden text-muted-foreground text-xs lg:block">{t('footer')}</p>
      <div className="lg:hidden">
        <PreferencesButton />
      </div>
    </header>
  );
}
