import type { Context } from '../kernel/context.ts';
import * as claims from './statements.ts';

const batchMax = 500;
/** Clocks of two machines differ, so a claim that has only just lapsed may still be at work. */
const graceSeconds = 30;

/**
 * Marks claims whose lease has passed as indeterminate, which is how they count already. Returns
 * how many.
 */
export async function sweepClaims(ctx: Context): Promise<number> {
  const lapsedBefore = new Date(ctx.clock.now().getTime() - graceSeconds * 1000);
  return claims.expire(ctx.db.pool, lapsedBefore, batchMax);
}
