import type { Random } from './random.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** East Africa has one time all year. */
const nairobiMs = 3 * hourMs;

/** How busy a shop is by hour of its day, and by day of the week from Sunday. */
const hourWeights = [1, 0, 0, 0, 0, 1, 4, 12, 18, 22, 26, 30, 40, 42, 32, 26, 28, 38, 48, 44, 30, 18, 8, 3];
const weekdayWeights = [0.62, 0.95, 0.9, 0.95, 1.05, 1.3, 1.25];
/** People shop when they have just been paid. */
const paydayWeight = 1.35;

/** The moment at which the day of a time begins in Nairobi. */
export function dayOf(time: Date): Date {
  return new Date(Math.floor((time.getTime() + nairobiMs) / dayMs) * dayMs - nairobiMs);
}

/** How busy a day is against an ordinary one. */
export function dayWeight(day: Date): number {
  const local = new Date(day.getTime() + nairobiMs);
  const date = local.getUTCDate();
  const payday = date >= 28 || date <= 2 ? paydayWeight : 1;
  return (weekdayWeights[local.getUTCDay()] ?? 1) * payday;
}

/** A moment of a day, when it is busy more often than when it is not. */
export function momentOf(random: Random, day: Date): Date {
  const hour = random.weighted(hourWeights.map((weight, each) => [weight, each] as const));
  return new Date(day.getTime() + hour * hourMs + random.between(0, hourMs - 1));
}

/** The days up to a time, the oldest first; the last is that of the time itself. */
export function daysUntil(now: Date, count: number): Date[] {
  const last = dayOf(now).getTime();
  return Array.from({ length: count }, (_, index) => new Date(last - (count - 1 - index) * dayMs));
}
