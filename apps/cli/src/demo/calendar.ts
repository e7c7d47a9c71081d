import type { Random } from './random.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** East Africa has no daylight saving time. */
const nairobiMs = 3 * hourMs;

/** Relative business of a shop by hour of the day and by day of the week, starting on Sunday. */
const hourWeights = [1, 0, 0, 0, 0, 1, 4, 12, 18, 22, 26, 30, 40, 42, 32, 26, 28, 38, 48, 44, 30, 18, 8, 3];
const weekdayWeights = [0.62, 0.95, 0.9, 0.95, 1.05, 1.3, 1.25];
/** Business grows around payday. */
const paydayWeight = 1.35;

/** Returns the start of the Nairobi day that contains a time. */
export function dayOf(time: Date): Date {
  return new Date(Math.floor((time.getTime() + nairobiMs) / dayMs) * dayMs - nairobiMs);
}

/** Returns the business of a day relative to an average day. */
export function dayWeight(day: Date): number {
  const local = new Date(day.getTime() + nairobiMs);
  const date = local.getUTCDate();
  const payday = date >= 28 || date <= 2 ? paydayWeight : 1;
  return (weekdayWeights[local.getUTCDay()] ?? 1) * payday;
}

/** Picks a time of a day. Busy hours are more likely. */
export function momentOf(random: Random, day: Date): Date {
  const hour = random.weighted(hourWeights.map((weight, each) => [weight, each] as const));
  return new Date(day.getTime() + hour * hourMs + random.between(0, hourMs - 1));
}

/** Returns the days up to a time, oldest first. The last day contains the time itself. */
export function daysUntil(now: Date, count: number): Date[] {
  const last = dayOf(now).getTime();
  return Array.from({ length: count }, (_, index) => new Date(last - (count - 1 - index) * dayMs));
}
