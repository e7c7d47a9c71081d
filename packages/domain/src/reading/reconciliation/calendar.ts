import { dayMs, hourMs } from '../../kernel/time.ts';
import type { BalanceGap } from './continuity.ts';

/** The days of the provider's statements are days of East Africa Time. */
const eatOffsetMs = 3 * hourMs;

/**
 * `red`: the balance does not continue, so money is missing. `amber`: exceptions are open, or the statement is
 * incomplete. `green`: a statement has the day, and everything matches. `none`: no statement has the day.
 */
export type DayColour = 'green' | 'amber' | 'red' | 'none';

/** The facts about one day. */
export type DayFacts = {
  lines: number;
  openExceptions: number;
  gaps: BalanceGap[];
  /** A statement covers some of it. */
  isCovered: boolean;
  /** A statement that covers some of it has rows that were not understood. */
  hasProblems: boolean;
  /** Successes of the day that no statement covers. */
  outside: number;
};

export function colourOf({ lines, openExceptions, gaps, isCovered, hasProblems, outside }: DayFacts): DayColour {
  if (gaps.length > 0) return 'red';
  if (openExceptions > 0 || hasProblems) return 'amber';
  if (!isCovered && lines === 0) return 'none';
  return outside > 0 ? 'amber' : 'green';
}

/** The day of a time, as `2026-11-20`. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() + eatOffsetMs).toISOString().slice(0, 10);
}

/** The start of a day, or of the day `later` days after it. */
export function startOf(day: string, later = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - eatOffsetMs + later * dayMs);
}

/** The days from the first to the last one, both included. */
export function daysFrom(first: string, last: string): string[] {
  const count = Math.round((startOf(last).getTime() - startOf(first).getTime()) / dayMs) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => dayOf(startOf(first, index)));
}
