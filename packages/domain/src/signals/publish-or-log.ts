import type { Context } from '../kernel/context.ts';
import type { Signal } from './signals.ts';

/**
 * Publishes signals, best effort. A failure is logged and never thrown, because a sweep publishes
 * the same work again.
 */
export async function publishOrLog(ctx: Pick<Context, 'publish' | 'log'>, signals: Signal[]): Promise<void> {
  if (signals.length === 0) return;
  try {
    await ctx.publish(signals);
  } catch (err) {
    const signalIds = signals.map(({ id }) => id);
    ctx.log.warn({ err, signalIds }, 'Signals could not be published. The next sweep publishes them again.');
  }
}
