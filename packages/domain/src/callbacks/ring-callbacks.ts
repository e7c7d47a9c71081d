import type { Context } from '../context.ts';
import { ring } from '../ring.ts';

/**
 * Tells the workers that callbacks are due, after the commit that made them so. Best effort: the
 * sweep finds what nobody was told of.
 */
export function ringCallbacks(ctx: Pick<Context, 'publish' | 'log' | 'clock'>): Promise<void> {
  return ring(ctx, 'callbacks.waiting');
}
