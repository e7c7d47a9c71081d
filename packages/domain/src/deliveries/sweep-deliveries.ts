import type { Context } from '../context.ts';
import { publishDrains } from '../outbox/index.ts';
import { later } from '../time.ts';
import { cancelQueuesOfDisabled, listDrainable, parkOverdue } from './queue.ts';

/** Deliveries this late have lost their run, or their worker died. */
export const graceSeconds = 10;
/** Looked at in one sweep; the next goes on. */
export const sweepMax = 2_000;
export const drainsMax = 500;

/**
 * Finds the deliveries that nobody is at: puts what is late into its endpoint's queue, has every queue drained whose endpoint
 * lets it (closed circuit or due for a probe, rate, free lane), and cancels what waits for a disabled endpoint. Several
 * workers may sweep at once.
 * @returns how many deliveries were late and how many queues are to be drained
 */
export async function sweepDeliveries(ctx: Context): Promise<{ late: number; queues: number }> {
  const now = ctx.clock.now();
  const { pool } = ctx.db;
  const late = await parkOverdue(pool, { now, lateSince: later(now, -graceSeconds * 1000), limit: sweepMax });
  if (late > 0) ctx.log.info({ count: late }, 'Late webhook deliveries were put into the queues of their endpoints.');
  const endpointIds = await listDrainable(pool, now, drainsMax);
  await publishDrains(ctx, endpointIds);
  const cancelled = await cancelQueuesOfDisabled(pool, now, sweepMax);
  if (cancelled > 0) ctx.log.info({ count: cancelled }, 'Webhook deliveries of disabled endpoints were cancelled.');
  return { late, queues: endpointIds.length };
}
