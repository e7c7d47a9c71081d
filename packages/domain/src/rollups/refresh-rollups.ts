import type { Context } from '../context.ts';
import * as rollups from './statements.ts';

/**
 * Looked at again each time: what a transaction wrote with a time of its own may commit later. A
 * settlement is held for 60 s while the database is away, a statement takes 15 s at most, and what
 * is older than 2 minutes when written is noted by a trigger.
 */
const overlapMs = 5 * 60_000;
/** While catching up, so much of the past at a time. */
const windowMs = 6 * 3_600_000;
/** Notes taken at a time. */
const touchesMax = 5_000;
/** Hours counted by one statement. */
const hoursMax = 500;
/** One run goes no further after that; the next one goes on from there. */
const budgetDefaultMs = 2_000;

const names: rollups.RollupName[] = ['payments', 'disbursements'];

/** `behind`: there is more to do now. `busy`: another process refreshes. */
type Step = 'behind' | 'current' | 'busy';

/**
 * Brings the hourly counts of payments and disbursements up to date. Each step is one transaction,
 * so several processes may run this, and it may be killed at any time. Returns whether everything
 * is counted now.
 */
export async function refreshRollups(
  ctx: Context,
  { budgetMs = budgetDefaultMs }: { budgetMs?: number } = {},
): Promise<{ current: boolean }> {
  const deadline = performance.now() + budgetMs;
  const steps: Step[] = [];
  for (const name of names) {
    let step: Step;
    do {
      step = await refreshStep(ctx, name);
    } while (step === 'behind' && performance.now() < deadline);
    steps.push(step);
  }
  return { current: steps.every((step) => step === 'current') };
}

function refreshStep(ctx: Context, name: rollups.RollupName): Promise<Step> {
  return ctx.db.transaction(async (tx) => {
    if (!(await rollups.lock(tx, name))) return 'busy';
    const now = ctx.clock.now();
    const touches = await rollups.takeTouches(tx, name, touchesMax);
    const progress = (await rollups.findProgress(tx, name)) ?? now;
    const reach = new Date(progress.getTime() + windowMs);
    const isLast = reach >= now;
    const from = new Date(Math.min(progress.getTime(), now.getTime()) - overlapMs);
    // The last window has no end: a process whose clock is ahead is counted, too.
    const touched = await rollups.listTouched(tx, name, { from, to: isLast ? null : reach });
    const hours = distinct([...touches, ...touched]);
    for (let start = 0; start < hours.length; start += hoursMax) {
      await rollups.recount(tx, name, hours.slice(start, start + hoursMax));
    }
    await rollups.recordProgress(tx, name, isLast ? now : reach);
    return isLast && touches.length < touchesMax ? 'current' : 'behind';
  });
}

function distinct(hours: rollups.RollupHour[]): rollups.RollupHour[] {
  const byKey = new Map(
    hours.map((hour) => [`${hour.applicationId} ${hour.environment} ${hour.hour.toISOString()}`, hour]),
  );
  return [...byKey.values()];
}
