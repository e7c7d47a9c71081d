import type { Context } from '../context.ts';

/**
 * Publishes `endpoint.drain_due` for endpoints, after the commit that filled their queues. Best
 * effort: a failure is logged, never thrown, and the sweep drains the queues. The signal's id names
 * the second, so that each endpoint has one per second.
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
    ctx.log.warn({ err, endpointIds }, 'Endpoint queues could not be published. The sweep will find them.');
  }
}
