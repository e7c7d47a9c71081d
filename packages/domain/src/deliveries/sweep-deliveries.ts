import type { Context } from '../context.ts';
import { publishDrains } from '../outbox/index.ts';
import { later } from '../time.ts';
import { listDrainable, parkOverdue } from './claim-statements.ts';
import { cancelQueuesOfDisabled } from './statements.ts';

/** The run of a delivery that is this late was lost, or its worker died. */
const graceSeconds = 10;
/** Deliveries and queues that one sweep takes; the next one goes on. */
const sweepMax = 2_000;
const drainsMax = 500;

/**
 * Finds the deliveries that no worker goes on with. Puts late ones into the queues of their
 * endpoints, publishes every queue whose endpoint allows an attempt, and cancels the queues of
 * disabled endpoints. Several workers may sweep at once.
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
