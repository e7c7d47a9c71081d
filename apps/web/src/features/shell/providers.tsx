'use client';

import { UiProvider } from '@tillgate/ui';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Texts } from '@/i18n/compile';
import { IntlRoot } from '@/i18n/intl-scope';
import type { Locale, TimeZone } from '@/i18n/locale';
import { QueryProvider } from '@/trpc/client';
import { Link } from './link.tsx';
import { NewVersionBand } from './new-version-band.tsx';
import { ReauthenticationProvider } from './reauthentication.tsx';
import { followTheme } from './theme.ts';

type Props = {
  locale: Locale;
  timeZone: TimeZone;
  messages: Record<string, Texts>;
  children: ReactNode;
};

/** The providers around every page. */
export function Providers({ locale, timeZone, messages, children }: Props) {
  useLayoutEffect(followTheme, []);
  return (
    <IntlRoot locale={locale} timeZone={timeZone} messages={messages}>
      <KitWords>
        <QueryProvider>
          <ReauthenticationProvider>{children}</ReauthenticationProvider>
          <NewVersionBand />
        </QueryProvider>
      </KitWords>
    </IntlRoot>
  );
}

const kitWords = [
  'close',
  'copy',
  'copied',
  'download',
  'loading',
  'retry',
  'remove',
  'clear',
  'optional',
  'newer',
  'older',
  'pagination',
  'breadcrumbs',
  'showMore',
  'showLess',
  'cancel',
  'noMatches',
  'search',
] as const;

/** The kit's own words in the person's language. */
function KitWords({ children }: { children: ReactNode }) {
  const t = useTranslations('shell.kit');
  const labels = useMemo(() => Object.fromEntries(kitWords.map((word) => [word, t(word)])), [t]);
  return (
    <UiProvider link={Link} labels={labels}>
      {children}
    </UiProvider>
  );
}
