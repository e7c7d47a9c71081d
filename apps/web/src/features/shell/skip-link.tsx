'use client';

import { useTranslations } from 'use-intl/react';
import { contentId } from './keep-focus.tsx';

/** The first stop of the Tab key: past the rail, to the page. */
export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground text-sm focus-visible:translate-y-0"
    >
      {useTranslations('shell')('skip')}
    </a>
  );
}
