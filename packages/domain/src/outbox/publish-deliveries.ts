import type { Context } from '../context.ts';
import type { QueuedDelivery } from './statements.ts';

type DueDelivery = QueuedDelivery & {
  /** Attempts made so far; none of a new delivery. */
  attemptCount?: number;
};

/**
 * Publishes `delivery.due` for deliveries, after the commit that makes them due. Best effort: a
 * failure is logged, never thrown, and the sweep finds what was lost. The signal's id names the
 * delivery and its attempts, so a repeat is harmless.
 */
export async function publishDeliveries(ctx: Context, due: DueDelivery[]): Promise<void> {
  if (due.length === 0) return;
  try {
    await ctx.publish(
      due.map(({ deliveryId, endpointId, attemptCount = 0 }) => ({
        name: 'delivery.due',
        id: attemptCount === 0 ? `delivery:${deliveryId}` : `delivery:${deliveryId}:${attemptCount}`,
        data: { deliveryId, endpointId },
      })),
    );
  } catch (err) {
    ctx.log.warn(
      { err, deliveryIds: due.map(({ deliveryId }) => deliveryId) },
      'Due webhook deliveries could not be published. The sweep will find them.',
    );
  }
}
