import type { Context } from '../kernel/context.ts';
import * as claims from './statements.ts';

const batchMax = 500;
/** Clocks of machines differ, so a request may still run just after its claim has lapsed. */
const graceSeconds = 30;

/** Marks claims with a lapsed lease as indeterminate. Reads already treat them so. Returns how many. */
export async function sweepClaims(ctx: Context): Promise<number> {
  const lapsedBefore = new Date(ctx.clock.now().getTime() - graceSeconds * 1000);
  return claims.expire(ctx.db.pool, lapsedBefore, batchMax);
}
