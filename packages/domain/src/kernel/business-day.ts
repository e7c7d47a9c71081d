import { dayMs, hourMs } from './time.ts';

/** Business days are days of East Africa Time, as on the provider's statements. It has no summer time. */
export const businessTimeZone = 'Africa/Nairobi';
export const businessOffsetMs = 3 * hourMs;

/** The day of a time, as `2026-11-20`. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() + businessOffsetMs).toISOString().slice(0, 10);
}

/** The start of a day, or of the day `later` days after it. */
export function startOf(day: string, later = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - businessOffsetMs + later * dayMs);
}

/** The days from the first to the last one, both included. */
export function daysFrom(first: string, last: string): string[] {
  const count = Math.round((startOf(last).getTime() - startOf(first).getTime()) / dayMs) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => dayOf(startOf(first, index)));
}
