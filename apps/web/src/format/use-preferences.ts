'use client';

import { useLocale, useTimeZone } from 'use-intl/react';
import { type Locale, type TimeZone, toLocale, toTimeZone } from '@/i18n/locale';

/** The language and time zone that the person prefers. */
export function usePreferences(): { locale: Locale; timeZone: TimeZone } {
  return { locale: toLocale(useLocale()), timeZone: toTimeZone(useTimeZone()) };
}
