import type { TimeZone } from '@/i18n/locale';

const dayMs = 86_400_000;
/** Nairobi knows no summer time. */
const offsets: Record<TimeZone, string> = { 'Africa/Nairobi': '+03:00', UTC: 'Z' };

/** The first moment of `from` and the first after `to`, as the clock of the zone has it. What is no day bounds nothing. */
export function dayBounds(
  days: { from?: string; to?: string },
  timeZone: TimeZone,
): { since?: string; until?: string } {
  const start = midnight(days.from, timeZone);
  const end = midnight(days.to, timeZone);
  return {
    ...(start && { since: start.toISOString() }),
    ...(end && { until: new Date(end.getTime() + dayMs).toISOString() }),
  };
}

/** The day of a moment, `YYYY-MM-DD`. */
export function dayAt(moment: Date, timeZone: TimeZone): string {
  const shifted = timeZone === 'UTC' ? moment : new Date(moment.getTime() + 3 * 3_600_000);
  return shifted.toISOString().slice(0, 10);
}

function midnight(day: string | undefined, timeZone: TimeZone): Date | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00:00${offsets[timeZone]}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
