import type { Context } from '../kernel/context.ts';
import { later } from '../kernel/time.ts';
import { parkOverdue } from './claim-statements.ts';
import { cancelQueuesOfDisabled } from './statements.ts';

/** A delivery this late has lost its run or its worker. */
const graceSeconds = 10;
/** Most deliveries that one sweep parks, and most that it cancels. */
const sweepMax = 2_000;

/**
 * Puts late deliveries into the queues of their endpoints, and cancels the queues of disabled endpoints. Several workers
 * may sweep at once.
 * @returns how many deliveries were late
 */
export async function sweepDeliveries(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const { pool } = ctx.db;
  const late = await parkOverdue(pool, { now, lateSince: later(now, -graceSeconds * 1000), limit: sweepMax });
  if (late > 0) ctx.log.info({ count: late }, 'Late webhook deliveries were put into the queues of their endpoints.');
  const cancelled = await cancelQueuesOfDisabled(pool, now, sweepMax);
  if (cancelled > 0) ctx.log.info({ count: cancelled }, 'Webhook deliveries of disabled endpoints were cancelled.');
  return late;
}
