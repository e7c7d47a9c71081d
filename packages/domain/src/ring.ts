import type { Context } from './context.ts';
import { publishOrLog } from './publish-or-log.ts';
import type { Bell } from './signals.ts';

/**
 * Rings a bell: tells the workers that rows of a kind wait, and not which ones. Processes join the
 * rings of a moment. Best effort, because the workers look at the rows every second anyway.
 */
export function ring(ctx: Pick<Context, 'publish' | 'log' | 'clock'>, bell: Bell): Promise<void> {
  const second = Math.floor(ctx.clock.now().getTime() / 1000);
  return publishOrLog(ctx, [{ name: bell, id: `${bell}:${second}`, data: {} }]);
}
