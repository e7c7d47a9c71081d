import type { Context } from '../context.ts';

/** Has recoveries worked at. Best effort: a failure is logged, never thrown, and the sweep finds what it loses. */
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
    ctx.log.warn({ err, recoveryIds }, 'Recoveries could not be published: the sweep will find them.');
  }
}
