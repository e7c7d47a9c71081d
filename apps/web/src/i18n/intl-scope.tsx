'use client';

import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useMessages } from 'use-intl/react';
import type { Texts } from './compile.ts';
import type { Locale, TimeZone } from './locale.ts';

type Messages = Record<string, Texts>;
type Props = { locale: Locale; timeZone: TimeZone; messages: Messages; children: ReactNode };

/** The outermost provider of language, time zone and the texts of the frame. */
export function IntlRoot({ locale, timeZone, messages, children }: Props) {
  return (
    <IntlProvider locale={locale} timeZone={timeZone} messages={messages}>
      {children}
    </IntlProvider>
  );
}

/** Adds texts to those of the providers around it. */
export function IntlScope({ locale, timeZone, messages, children }: Props) {
  const outer = useMessages() as Messages;
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <IntlProvider locale={locale} timeZone={timeZone} messages={all}>
      {children}
    </IntlProvider>
  );
}
