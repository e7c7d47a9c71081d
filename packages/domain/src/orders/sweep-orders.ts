import type { Context } from '../kernel/context.ts';
import { queueSeconds } from './order.ts';
import { publishOrdersApproved } from './publish-orders-approved.ts';
import { claimStuck, expire } from './statements.ts';

const batchMax = 200;
/** The signal of an order that was just approved is still on the way. */
const graceSeconds = 3;

/**
 * Expires orders that nobody decided about in time, and publishes approved orders that nobody executes. Several workers
 * may sweep at once.
 * @returns how many were expired and published
 */
export async function sweepOrders(ctx: Context): Promise<{ expired: number; published: number }> {
  const now = ctx.clock.now();
  const expired = await expire(ctx.db.pool, now, batchMax);
  const stuck = await claimStuck(ctx.db.pool, {
    now,
    approvedBefore: new Date(now.getTime() - graceSeconds * 1000),
    secondsMin: queueSeconds,
    limit: batchMax,
  });
  await publishOrdersApproved(ctx, stuck);
  return { expired, published: stuck.length };
}
