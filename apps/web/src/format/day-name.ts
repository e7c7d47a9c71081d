import type { Locale } from '@/i18n/locale';
import { timeText } from './time-text.ts';

/** Whether an address names a day: `2026-11-20`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // JavaScript reads the 30th of February as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A day as people write it: `20 Nov 2026`. A day has no zone: noon in UTC is on that day. */
export function dayName(day: string, locale: Locale): string {
  return timeText(`${day}T12:00:00Z`, 'date', { locale, timeZone: 'UTC' });
}
