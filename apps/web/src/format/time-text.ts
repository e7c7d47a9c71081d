import type { Locale, TimeZone } from '@/i18n/locale';

/** How much of a moment is shown. */
export type TimeStyle = 'dateTime' | 'dateTimeSeconds' | 'date' | 'time' | 'timeSeconds';

type Preferences = { locale: Locale; timeZone: TimeZone };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: TimeZone): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/** Written out here: a server and a browser need not have the same table of a language. */
const months: Record<Locale, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
};

function partsOf(date: Date, timeZone: TimeZone): Record<string, string> {
  return Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
}

/**
 * A moment as text, the same on server and browser: `19 Jul 2026, 14:05`.
 * @param now its year goes without saying; documents, which are read in other years, give none
 */
export function timeText(
  value: string | Date,
  style: TimeStyle,
  { locale, timeZone }: Preferences,
  now?: Date,
): string {
  const parts = partsOf(new Date(value), timeZone);
  const month = `${Number(parts.day)} ${months[locale][Number(parts.month) - 1]}`;
  const day = now && partsOf(now, timeZone).year === parts.year ? month : `${month} ${parts.year}`;
  const minute = `${parts.hour}:${parts.minute}`;
  const second = `${minute}:${parts.second}`;
  const texts: Record<TimeStyle, string> = {
    dateTime: `${day}, ${minute}`,
    dateTimeSeconds: `${day}, ${second}`,
    date: day,
    time: minute,
    timeSeconds: second,
  };
  return texts[style];
}

/** What the clock of a zone is called beside a time. */
export function timeZoneName(timeZone: TimeZone): string {
  return timeZone === 'UTC' ? 'UTC' : 'EAT';
}

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** How long ago or how far ahead: `5 minutes ago`, `dakika 5 zilizopita`. */
export function relativeText(value: string | Date, now: Date, locale: Locale): string {
  const seconds = Math.round((new Date(value).getTime() - now.getTime()) / 1000);
  const step = steps.find((candidate) => Math.abs(seconds) >= candidate.seconds) ?? steps[3];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  // Swahili has a capital letter for seconds and for nothing else.
  return format.format(Math.trunc(seconds / step.seconds), step.unit).toLocaleLowerCase(locale);
}

const waits = [
  { seconds: 3_600, en: ['hour', 'hours'], sw: 'saa' },
  { seconds: 60, en: ['minute', 'minutes'], sw: 'dakika' },
  { seconds: 1, en: ['second', 'seconds'], sw: 'sekunde' },
] as const;

/** How long to wait, rounded up so that nobody comes back too early: `45 seconds`, `15 minutes`, `dakika 15`. */
export function waitText(seconds: number, locale: Locale): string {
  const unit = waits.find((candidate) => seconds > 1.5 * candidate.seconds) ?? waits[2];
  const count = Math.ceil(seconds / unit.seconds);
  return locale === 'sw' ? `${unit.sw} ${count}` : `${count} ${unit.en[count === 1 ? 0 : 1]}`;
}
