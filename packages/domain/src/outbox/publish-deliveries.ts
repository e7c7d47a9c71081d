import type { Context } from '../context.ts';
import type { QueuedDelivery } from './statements.ts';

/**
 * Tells the queue about new deliveries, after the commit that made them. Best effort: what it loses, the sweep finds.
 * The event id is the delivery's, so that a repeat is harmless.
 */
export async function publishDeliveries(ctx: Context, queued: QueuedDelivery[]): Promise<void> {
  if (queued.length === 0) return;
  try {
    await ctx.publish(queued.map((data) => ({ name: 'delivery.due', id: `delivery:${data.deliveryId}`, data })));
  } catch (err) {
    ctx.log.warn(
      { err, deliveryIds: queued.map(({ deliveryId }) => deliveryId) },
      'New webhook deliveries could not be published: the sweep will find them.',
    );
  }
}
