import type { Context } from '../kernel/context.ts';

/**
 * Publishes `recovery.due` for recoveries. Best effort: a failure is logged, never thrown, and
 * the sweep finds what was lost. The signal's id names the millisecond, because queues drop ids
 * that they have seen.
 */
export async function publishRecoveries(ctx: Context, recoveryIds: string[]): Promise<void> {
  if (recoveryIds.length === 0) return;
  const nowMs = ctx.clock.now().getTime();
  try {
    await ctx.publish(
      recoveryIds.map((recoveryId) => ({
        name: 'recovery.due',
        id: `recovery:${recoveryId}:${nowMs}`,
        data: { recoveryId },
      })),
    );
  } catch (err) {
    ctx.log.warn({ err, recoveryIds }, 'Recoveries could not be published. The sweep will find them.');
  }
}
