import { z } from 'zod';
import { issues, type Named } from '../kernel/refusals.ts';
import { dayMs, hourMs } from '../kernel/time.ts';
import { readingIssues } from './refusals.ts';

/** The longest range of time that a report covers: two years, one of them a leap year. */
const rangeDaysMax = 731;

const momentSchema = z.union([
  z.date({ error: issues.time }),
  z.iso.datetime({ offset: true, error: issues.time }).transform((text) => new Date(text)),
]);

/** `createdFrom` is inclusive, `createdTo` exclusive. */
export const periodShape = { createdFrom: momentSchema.nullish(), createdTo: momentSchema.nullish() };

export type Period = { createdFrom?: Date | null; createdTo?: Date | null };

/** Why a range of time is invalid, or undefined. An open end means now. */
export function periodProblem({ createdFrom, createdTo }: Period, now: Date): Named | undefined {
  if (!createdFrom) return undefined;
  const to = createdTo ?? now;
  if (createdTo && createdTo <= createdFrom) return readingIssues.notAfterStart;
  return to.getTime() - createdFrom.getTime() > rangeDaysMax * dayMs
    ? readingIssues.withinTwoYears({ max: rangeDaysMax })
    : undefined;
}

/** Clocks differ, so a result may seem slightly older than its row. */
const clocksMs = hourMs;

/** The latest creation time of matching rows: money that moved before a time was requested before it. */
export function madeBefore({ createdTo, movedTo }: { createdTo?: Date; movedTo?: Date }): Date | undefined {
  return createdTo ?? (movedTo && new Date(movedTo.getTime() + clocksMs));
}
