import type { Context } from '../kernel/context.ts';
import { hourMs, later } from '../kernel/time.ts';
import * as rollups from './statements.ts';

/** Changes added by one statement. */
const changesDefaultMax = 5_000;
/** Hours counted by one statement while rows older than the triggers are counted. */
export const windowMs = 6 * hourMs;
/** How long one run lasts. The next run continues. */
const budgetDefaultMs = 2_000;

/** `behind`: there is more to do now. `busy`: another process refreshes. */
type Step = 'behind' | 'current' | 'busy';

/**
 * Adds what has changed to the totals. Readers do not wait for it: they add the changes themselves.
 * Each step is one transaction, so several processes may run this, and it may be killed at any time.
 * Returns whether nothing is left to add.
 */
export async function refreshRollups(
  ctx: Context,
  { budgetMs = budgetDefaultMs, changesMax = changesDefaultMax }: { budgetMs?: number; changesMax?: number } = {},
): Promise<{ current: boolean }> {
  const deadline = performance.now() + budgetMs;
  let step: Step;
  do {
    step = await refreshStep(ctx, changesMax);
  } while (step === 'behind' && performance.now() < deadline);
  return { current: step === 'current' };
}

function refreshStep(ctx: Context, changesMax: number): Promise<Step> {
  return ctx.db.transaction(async (tx) => {
    if (!(await rollups.lock(tx))) return 'busy';
    const merged = await rollups.mergeChanges(tx, changesMax);
    if (merged > 0) await rollups.deleteEmpty(tx);
    const countedTo = await rollups.findBackfill(tx);
    if (countedTo === null) return merged < changesMax ? 'current' : 'behind';
    // Epoch: nothing is counted yet.
    const from = countedTo.getTime() === 0 ? await rollups.findFirstHour(tx, { from: countedTo }) : countedTo;
    const to = later(from ?? countedTo, windowMs);
    // The last window has no end: a row may be of a process whose clock is ahead.
    const isLast = !from || to >= ctx.clock.now();
    await rollups.recount(tx, { from: from ?? countedTo, to: isLast ? null : to, applicationId: null });
    await rollups.recordBackfill(tx, isLast ? null : to);
    return 'behind';
  });
}
