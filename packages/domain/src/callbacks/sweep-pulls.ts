import { claimDuePulls } from '../c2b/index.ts';
import type { Context } from '../kernel/context.ts';
import { later } from '../kernel/time.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';

/** How often the provider is asked for payments whose confirmation never came. */
export const pullEverySeconds = 600;
const batchMax = 100;

/** Publishes the pulls that are due. Returns the number of registrations. */
export async function sweepPulls(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const nextAt = later(now, pullEverySeconds * 1_000);
  const due = await claimDuePulls(ctx.db.pool, { now, nextAt, limit: batchMax });
  await publishOrLog(
    ctx,
    due.map((data) => ({ name: 'registration.pull_due', id: `pull:${data.registrationId}:${now.getTime()}`, data })),
  );
  return due.length;
}
