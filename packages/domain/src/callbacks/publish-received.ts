import type { Context } from '../context.ts';
import { publishOrLog } from '../publish-or-log.ts';

/**
 * Tells the worker to apply callbacks. A failure is only logged: the sweep publishes them again.
 * @param sweptAt set by the sweep, whose signals need ids of their own because the queue drops a
 *   repeated id
 */
export function publishReceived(ctx: Context, callbackIds: string[], sweptAt?: Date): Promise<void> {
  const suffix = sweptAt ? `:${sweptAt.getTime()}` : '';
  return publishOrLog(
    ctx,
    callbackIds.map((callbackId) => ({
      name: 'callback.received',
      id: `callback:${callbackId}${suffix}`,
      data: { callbackId },
    })),
  );
}
