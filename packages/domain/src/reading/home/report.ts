import { toCents } from '../../kernel/money.ts';
import { dayMs, hourMs } from '../../kernel/time.ts';
import type * as reports from './statements.ts';

/**
 * Time zones of reports, with their offset from UTC in hours. Offsets are whole hours all year, because rollups are
 * hourly.
 */
const zoneHours = { 'Africa/Nairobi': 3, UTC: 0 } as const;
export const reportTimeZones = ['Africa/Nairobi', 'UTC'] as const satisfies readonly (keyof typeof zoneHours)[];
export type ReportTimeZone = (typeof reportTimeZones)[number];

const weekMs = 7 * dayMs;

/** Days of the series, today included. */
export const seriesDays = 30;

/** The times that a current report needs. */
export type ReportTimes = {
  /** Midnight in the zone. */
  today: Date;
  /** Midnight of the first day of the series. */
  seriesFrom: Date;
  /** Midnight of the same weekday last week … */
  lastWeek: Date;
  /** … the start of the hour of this time of day … */
  lastWeekHour: Date;
  /** … and this time of day. */
  lastWeekNow: Date;
  /** The hour that runs now ends. */
  hourEnd: Date;
};

export function reportTimes(now: Date, timeZone: ReportTimeZone): ReportTimes {
  const nowMs = now.getTime();
  const offsetMs = zoneHours[timeZone] * hourMs;
  const todayMs = Math.floor((nowMs + offsetMs) / dayMs) * dayMs - offsetMs;
  const hourStartMs = Math.floor(nowMs / hourMs) * hourMs;
  return {
    today: new Date(todayMs),
    seriesFrom: new Date(todayMs - (seriesDays - 1) * dayMs),
    lastWeek: new Date(todayMs - weekMs),
    lastWeekHour: new Date(hourStartMs - weekMs),
    lastWeekNow: new Date(nowMs - weekMs),
    hourEnd: new Date(hourStartMs + hourMs),
  };
}

/** `YYYY-MM-DD` of a moment in a zone. */
export function dayOf(moment: Date, timeZone: ReportTimeZone): string {
  return new Date(moment.getTime() + zoneHours[timeZone] * hourMs).toISOString().slice(0, 10);
}

export const noTally: reports.Tally = { succeeded: 0, failed: 0, pending: 0, amount: 0 };

export function sumTallies(tallies: reports.Tally[]): reports.Tally {
  return tallies.reduce(
    (sum, { succeeded, failed, pending, amount }) => ({
      succeeded: sum.succeeded + succeeded,
      failed: sum.failed + failed,
      pending: sum.pending + pending,
      amount: sum.amount + amount,
    }),
    noTally,
  );
}

/** Collected amounts and counts. */
export type Collected = {
  /** KES: what came less what was refunded. */
  amount: number;
  /** KES that came, with cents. */
  gross: number;
  /** KES of successful refunds that were asked for in the same time, whenever the money came. */
  refunded: number;
  succeeded: number;
  failed: number;
};

export function collected({ succeeded, failed, amount: gross }: reports.Tally, refunded: number): Collected {
  return { amount: toCents(gross - refunded), gross: toCents(gross), refunded, succeeded, failed };
}

/** Every day of the series, also those without payments. */
export function fillDays(
  tallies: (reports.Tally & { day: string })[],
  from: Date,
  timeZone: ReportTimeZone,
): (reports.Tally & { day: string })[] {
  const known = new Map(tallies.map((tally) => [tally.day, tally]));
  return Array.from({ length: seriesDays }, (_, index) => {
    const day = dayOf(new Date(from.getTime() + index * dayMs), timeZone);
    return known.get(day) ?? { day, ...noTally };
  });
}

/** The 24 hours of today. */
export function fillHours(tallies: (reports.Tally & { hour: Date })[], today: Date): reports.Tally[] {
  const known = new Map(tallies.map((tally) => [tally.hour.getTime(), tally]));
  return Array.from({ length: 24 }, (_, index) => {
    const { succeeded, failed, pending, amount } = known.get(today.getTime() + index * hourMs) ?? noTally;
    return { succeeded, failed, pending, amount };
  });
}
