import type { Context } from '../context.ts';
import { ring } from '../ring.ts';

/**
 * Tells the workers that deliveries are due, after the commit that made them so. Best effort: the
 * sweep finds what nobody was told of.
 */
export function ringDeliveries(ctx: Pick<Context, 'publish' | 'log' | 'clock'>): Promise<void> {
  return ring(ctx, 'deliveries.waiting');
}
