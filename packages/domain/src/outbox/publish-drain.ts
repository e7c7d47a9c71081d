import type { Context } from '../context.ts';

/**
 * Has the queues of endpoints drained now instead of at the next sweep, after the commit that filled them. Best effort: a
 * failure is logged, never thrown. Within one second one endpoint is told about once, however many processes do it.
 */
export async function publishDrains(ctx: Context, endpointIds: string[]): Promise<void> {
  if (endpointIds.length === 0) return;
  const second = Math.floor(ctx.clock.now().getTime() / 1000);
  try {
    await ctx.publish(
      endpointIds.map((endpointId) => ({
        name: 'endpoint.drain_due',
        id: `drain:${endpointId}:${second}`,
        data: { endpointId },
      })),
    );
  } catch (err) {
    ctx.log.warn({ err, endpointIds }, 'Queues to drain could not be published: the sweep will find them.');
  }
}
