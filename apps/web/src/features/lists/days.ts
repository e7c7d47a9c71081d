import type { TimeZone } from '@/i18n/locale';

const dayMs = 86_400_000;
/** Nairobi has no daylight saving time. */
const offsets: Record<TimeZone, string> = { 'Africa/Nairobi': '+03:00', UTC: 'Z' };

export const periods = ['today', 'yesterday', 'week', 'month', 'thisMonth', 'lastMonth'] as const;
type Period = (typeof periods)[number];

/** How far back each period that moves with today begins and ends, in days before it. */
const reach: Record<Exclude<Period, keyof ReturnType<typeof calendarMonths>>, { from: number; to: number }> = {
  today: { from: 0, to: 0 },
  yesterday: { from: 1, to: 1 },
  week: { from: 6, to: 0 },
  month: { from: 29, to: 0 },
};

export type Days = { from?: string; to?: string };

/** The period of that name, if there is one. */
export function readPeriod(name: string | undefined): Period | undefined {
  return periods.find((period) => period === name);
}

/** The days of a period, `YYYY-MM-DD`, on the clock of the zone. */
export function daysOf(period: Period, timeZone: TimeZone, now: Date): Required<Days> {
  if (period === 'thisMonth' || period === 'lastMonth') return calendarMonths(dayAt(now, timeZone))[period];
  const day = (back: number) => dayAt(new Date(now.getTime() - back * dayMs), timeZone);
  return { from: day(reach[period].from), to: day(reach[period].to) };
}

/** The month of a day until that day, and the whole month before it. */
export function calendarMonths(today: string): { thisMonth: Required<Days>; lastMonth: Required<Days> } {
  const first = `${today.slice(0, 8)}01`;
  const to = new Date(Date.parse(first) - dayMs).toISOString().slice(0, 10);
  return { thisMonth: { from: first, to: today }, lastMonth: { from: `${to.slice(0, 8)}01`, to } };
}

/** The days that an address names, by period or by themselves. A text that is no day is left out. */
export function chosenDays(
  { period, from, to }: { period?: string; from?: string; to?: string },
  timeZone: TimeZone,
  now: Date,
): Days {
  const named = readPeriod(period);
  return named ? daysOf(named, timeZone, now) : { from: readDay(from), to: readDay(to) };
}

/** The first moment of `from` and the first after `to` in the time zone, ISO 8601. A text that is no day is left out. */
export function dayBounds(days: Days, timeZone: TimeZone): { since?: string; until?: string } {
  const start = midnight(days.from, timeZone);
  const end = midnight(days.to, timeZone);
  return {
    ...(start && { since: start.toISOString() }),
    ...(end && { until: new Date(end.getTime() + dayMs).toISOString() }),
  };
}

/** The moment that an input of date and time says on the clock of the zone; undefined for an empty one. */
export function momentOf(text: string, timeZone: TimeZone): Date | undefined {
  const date = new Date(`${text}${offsets[timeZone]}`);
  return text === '' || Number.isNaN(date.getTime()) ? undefined : date;
}

/** The text of such an input for a moment. */
export function momentText(moment: Date, timeZone: TimeZone): string {
  const offset = Date.parse(`1970-01-01T00:00${offsets[timeZone]}`);
  return new Date(moment.getTime() - offset).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

/** The day of a moment, `YYYY-MM-DD`. */
export function dayAt(moment: Date, timeZone: TimeZone): string {
  const shifted = timeZone === 'UTC' ? moment : new Date(moment.getTime() + 3 * 3_600_000);
  return shifted.toISOString().slice(0, 10);
}

/** The days between two moments that are midnights of the zone; others have no days. */
export function daysBetween({ since, until }: { since?: string; until?: string }, timeZone: TimeZone): Days {
  const isMidnight = (text: string | undefined) =>
    text === undefined || midnight(dayAt(new Date(text), timeZone), timeZone)?.getTime() === Date.parse(text);
  if (!isMidnight(since) || !isMidnight(until)) return {};
  const last = until && new Date(Date.parse(until) - dayMs);
  return { ...(since && { from: dayAt(new Date(since), timeZone) }), ...(last && { to: dayAt(last, timeZone) }) };
}

/** A moment with its zone, ISO 8601; any other text is left out. */
export function readMoment(text: string | undefined): string | undefined {
  const isMoment = text && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text);
  return isMoment && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;
}

function midnight(day: string | undefined, timeZone: TimeZone): Date | undefined {
  return readDay(day) === undefined ? undefined : new Date(`${day}T00:00:00${offsets[timeZone]}`);
}

function readDay(text: string | undefined): string | undefined {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
