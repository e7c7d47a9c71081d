import type { Context } from '../kernel/context.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';
import { forgottenBefore, idleSeconds } from './export.ts';
import { dueSignal } from './publish-exports.ts';
import { expire } from './statements.ts';
import { claimIdle, forget, removeParts } from './work-statements.ts';

const sweepMax = 20;
const filesMax = 5;
const forgottenMax = 500;

/** How many exports were published again and expired, and how many parts were removed. */
type Swept = { published: number; expired: number; removed: number };

/** Publishes idle open exports again, less often with time, and removes expired files. Several workers may sweep at once. */
export async function sweepExports(ctx: Context): Promise<Swept> {
  const { pool } = ctx.db;
  const now = ctx.clock.now();
  const idle = await claimIdle(pool, { now, idleSeconds, limit: sweepMax });
  await publishOrLog(
    ctx,
    idle.map((id) => dueSignal(id, now)),
  );
  const expired = await expire(pool, { now, limit: filesMax });
  const removed = await removeParts(pool, filesMax);
  await forget(pool, forgottenBefore(now), forgottenMax);
  return { published: idle.length, expired, removed };
}
