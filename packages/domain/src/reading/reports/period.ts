import { dayMs } from '../../kernel/time.ts';

/** Days from `from` to `to`, both included, `YYYY-MM-DD`. */
export type Period = { from: string; to: string };

/** Two years, one of them a leap year. */
export const daysMax = 731;
/** Reports by the hour. */
export const hourlyDaysMax = 92;
/** Summer time starts and ends months apart. */
const sampledDays = 7;

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);

export function isDay(text: string): boolean {
  const isFormed = /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith('0000');
  // JavaScript reads the 30th of February as a day in March.
  return isFormed && !Number.isNaN(dayNumber(text)) && dayOf(dayNumber(text)) === text;
}

/** The number of days of a period; less than 1 when it is reversed. */
export function daysIn({ from, to }: Period): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

/** About how many hours, days, weeks or months a period has; 0 for a period that no report covers. */
export function bucketCount(period: Period, interval: 'hour' | 'day' | 'week' | 'month' | 'total'): number {
  const days = isDay(period.from) && isDay(period.to) ? daysIn(period) : 0;
  if (days < 1 || days > (interval === 'hour' ? hourlyDaysMax : daysMax)) return 0;
  if (interval === 'total') return 1;
  const lengths = { hour: 1 / 24, day: 1, week: 7, month: 31 };
  return Math.ceil(days / lengths[interval]);
}

/**
 * The previous period, which ends the day before this one. It has as many calendar months if this one has whole months,
 * else as many days.
 */
export function previousPeriod(period: Period): Period {
  const { from } = period;
  const to = dayOf(dayNumber(from) - 1);
  const months = wholeMonths(period);
  if (months === undefined) return { from: dayOf(dayNumber(from) - daysIn(period)), to };
  const start = new Date(`${from}T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() - months);
  return { from: start.toISOString().slice(0, 10), to };
}

function wholeMonths({ from, to }: Period): number | undefined {
  const next = dayOf(dayNumber(to) + 1);
  if (!from.endsWith('-01') || !next.endsWith('-01')) return undefined;
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [nextYear = 0, nextMonth = 0] = next.split('-').map(Number);
  return (nextYear - fromYear) * 12 + nextMonth - fromMonth;
}

export function isTimeZone(name: string): boolean {
  // `Intl` also accepts offsets such as +03:00, which Postgres reads with the opposite sign.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether the days of a period begin at whole UTC hours, like the totals. `timeZone` must be valid. */
export function isWholeHours(timeZone: string, { from, to }: Period): boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const isWhole = (number: number) => {
    const name = format.formatToParts(number * dayMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return /^GMT(?:[+-]\d{2}:00)?$/.test(name);
  };
  const last = dayNumber(to) + 1;
  for (let number = dayNumber(from) - 1; number < last; number += sampledDays) if (!isWhole(number)) return false;
  return isWhole(last);
}
