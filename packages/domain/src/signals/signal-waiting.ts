import type { Context } from '../kernel/context.ts';
import { publishOrLog } from './publish-or-log.ts';
import type { WakeUp } from './signals.ts';

/**
 * Signals to the workers that rows of a kind wait, after the commit that made them due. Signals within one second are
 * joined. Best effort, because the workers look at the rows every second anyway.
 */
export function signalWaiting(ctx: Pick<Context, 'publish' | 'log' | 'clock'>, name: WakeUp): Promise<void> {
  const second = Math.floor(ctx.clock.now().getTime() / 1000);
  return publishOrLog(ctx, [{ name, id: `${name}:${second}`, data: {} }]);
}
