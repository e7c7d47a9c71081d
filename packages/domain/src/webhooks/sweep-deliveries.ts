import type { Context } from '../context.ts';
import type { DomainEvent } from '../events.ts';
import { takeOverdue } from './move-delivery.ts';

/** Deliveries this late have lost their event. */
export const graceSeconds = 10;
/** The longest time between two sweeps of one delivery. */
export const sweepGapSecondsMax = 3600;
export const sweepMax = 200;

/**
 * Publishes `delivery.due` again for deliveries that should have been attempted and are not: at 10 s, 20 s, 40 s … of lateness,
 * so that an endpoint which is merely slow does not fill the queue with repeats, nor keep the sweep from others. Each time
 * under a new event id, because queues drop ids that they have seen. Several workers may sweep at once.
 * @returns how many were published, at most `sweepMax`
 */
export async function sweepDeliveries(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const overdue = await takeOverdue(ctx.db.pool, {
    now,
    graceSeconds,
    gapSecondsMax: sweepGapSecondsMax,
    limit: sweepMax,
  });
  if (overdue.length === 0) return 0;
  await ctx.publish(
    overdue.map(
      (delivery): DomainEvent => ({
        name: 'delivery.due',
        id: `delivery:${delivery.deliveryId}:${now.getTime()}`,
        data: delivery,
      }),
    ),
  );
  ctx.log.info({ count: overdue.length }, 'Overdue webhook deliveries were published again.');
  return overdue.length;
}
