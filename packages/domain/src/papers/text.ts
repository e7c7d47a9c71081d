import { businessTimeZone } from '../kernel/business-day.ts';

/** The language of a paper, as formats of dates know it. */
export type PaperLocale = 'en-GB' | 'sw-KE';

/** A text with its values in place of their names in braces. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

const momentFormat = (locale: PaperLocale) =>
  new Intl.DateTimeFormat(locale, {
    timeZone: businessTimeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
/** Making one takes as long as using it a hundred times. */
const momentFormats: Record<PaperLocale, Intl.DateTimeFormat> = {
  'en-GB': momentFormat('en-GB'),
  'sw-KE': momentFormat('sw-KE'),
};

/** `20 Nov 2026, 14:05`, in East Africa Time. */
export function eatMoment(at: string | Date, locale: PaperLocale = 'en-GB'): string {
  return momentFormats[locale].format(new Date(at));
}

/** `20 Nov 2026, 14:05 EAT` */
export function eatText(at: string | Date, locale: PaperLocale = 'en-GB'): string {
  return `${eatMoment(at, locale)} EAT`;
}
