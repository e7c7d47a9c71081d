import type { Environment } from '@tillgate/db';
import { dayMs, hourMs, minuteMs } from '../../kernel/time.ts';
import type { RailName } from '../../rails/index.ts';

/** The history has so many days, the last of them today. */
export const historyDays = 30;
/** Days begin at midnight in Nairobi, which has no summer time. */
const zoneMs = 3 * hourMs;

export type Period = {
  environment: Environment;
  rail: RailName;
  state: string;
  beganAt: Date;
  endedAt: Date | null;
};

/** Whole minutes of a day in which the provider was slow or silent, and in which its state was known at all. */
export type ProviderDay = { day: string; slowMinutes: number; silentMinutes: number; knownMinutes: number };

/** The days of the history, the oldest first. */
export function daysOf(periods: readonly Period[], now: Date): ProviderDay[] {
  const today = Math.floor((now.getTime() + zoneMs) / dayMs);
  return Array.from({ length: historyDays }, (_, index) => dayOf(periods, today - historyDays + 1 + index, now));
}

function dayOf(periods: readonly Period[], number: number, now: Date): ProviderDay {
  const from = number * dayMs - zoneMs;
  const to = Math.min(from + dayMs, now.getTime());
  const minutes = (fits: (state: string) => boolean) => {
    const own = periods.filter(({ state }) => fits(state));
    const ms = own.reduce((sum, { beganAt, endedAt }) => {
      const end = Math.min(to, endedAt?.getTime() ?? to);
      return sum + Math.max(0, end - Math.max(from, beganAt.getTime()));
    }, 0);
    return Math.round(ms / minuteMs);
  };
  return {
    day: new Date(number * dayMs).toISOString().slice(0, 10),
    slowMinutes: minutes((state) => state === 'slow'),
    silentMinutes: minutes((state) => state === 'silent'),
    knownMinutes: minutes((state) => state !== 'unknown'),
  };
}
