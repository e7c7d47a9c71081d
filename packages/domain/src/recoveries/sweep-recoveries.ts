import type { Context } from '../kernel/context.ts';
import { publishRecoveries } from './publish-recoveries.ts';
import { idleSeconds } from './recovery.ts';
import * as recoveries from './statements.ts';

const sweepMax = 100;

/**
 * Publishes `recovery.due` again for each idle recovery, less often with time. Several workers may sweep at once.
 * @returns how many were published
 */
export async function sweepRecoveries(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const idle = await recoveries.claimIdle(ctx.db.pool, { now, idleSeconds, limit: sweepMax });
  await publishRecoveries(ctx, idle);
  return idle.length;
}
