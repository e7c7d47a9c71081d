/** A month as `2026-11`. */
export type Month = string;

const eatOffsetMs = 3 * 3_600_000;
const daysOfWeek = 7;

/** Today in East Africa Time, as `2026-11-20`: days of statements are days there, wherever the reader is. */
export function eatToday(now: Date): string {
  return new Date(now.getTime() + eatOffsetMs).toISOString().slice(0, 10);
}

export function monthOf(day: string): Month {
  return day.slice(0, 7);
}

export function readMonth(text: string | null): Month | undefined {
  return text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

/** The month that many months later; earlier when it is negative. */
export function laterMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The first and last day of a month. */
export function daysIn(month: Month): { from: string; to: string } {
  const next = new Date(`${laterMonth(month, 1)}-01T00:00:00Z`);
  return { from: `${month}-01`, to: new Date(next.getTime() - 1).toISOString().slice(0, 10) };
}

/** How many cells of a calendar stand empty before a day, in weeks from Monday. */
export function emptyBefore(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + daysOfWeek - 1) % daysOfWeek;
}

const ranks = ['red', 'amber', 'green'] as const;

type Ranked = { day: string; colour: 'red' | 'amber' | 'green' | 'none'; openExceptions: number };

/** The day to look at first: a gap before exceptions, more exceptions before fewer, later days before earlier ones. */
export function worstDay<Day extends Ranked>(days: readonly Day[]): Day | undefined {
  for (const rank of ranks) {
    const [worst] = days
      .filter(({ colour }) => colour === rank)
      .toSorted((a, b) => b.openExceptions - a.openExceptions || b.day.localeCompare(a.day));
    if (worst) return worst;
  }
  return undefined;
}
