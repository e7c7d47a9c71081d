import { dayOf, startOf } from '../kernel/business-day.ts';
import { hourMs } from '../kernel/time.ts';

/** Members who get the days of one application and environment by email. */
export const dayReadersMax = 20;
/** How many missed days are emailed after an outage: the latest ones. */
const caughtUpDays = 7;

/** The business day that many days later. */
const dayAfter = (day: string, days: number): string => dayOf(startOf(day, days));

/** When a day is emailed: at an hour of the day after it. */
const mailTime = (day: string, hour: number): Date => new Date(startOf(day, 1).getTime() + hour * hourMs);

/** The day that is emailed at a time: the one that ended at the midnight before. */
const mailedDay = (at: Date): string => dayAfter(dayOf(at), -1);

/** The first email of a new setting: at the next time that clocks in Nairobi show the hour. */
export function firstMail(hour: number, now: Date): Date {
  const today = mailTime(mailedDay(now), hour);
  return today > now ? today : mailTime(dayOf(now), hour);
}

/** The next email after the hour changed. It has the day that it would have had, so that no day is left out. */
export function mailAtHour(nextAt: Date, hour: number): Date {
  return mailTime(mailedDay(nextAt), hour);
}

/** The oldest day that is due and not too old to be emailed, and when the next one is. Undefined when none is due. */
export function dueDay(
  { nextAt, hour }: { nextAt: Date; hour: number },
  now: Date,
): { day: string; next: Date } | undefined {
  if (nextAt > now) return undefined;
  const yesterday = mailedDay(now);
  const newest = mailTime(yesterday, hour) <= now ? yesterday : dayAfter(yesterday, -1);
  const oldest = dayAfter(newest, 1 - caughtUpDays);
  const waiting = mailedDay(nextAt);
  const day = waiting < oldest ? oldest : waiting;
  return { day, next: mailTime(dayAfter(day, 1), hour) };
}
