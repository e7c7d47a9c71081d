import type { BalanceGap } from './continuity.ts';

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
