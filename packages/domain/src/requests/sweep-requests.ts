import type { Context } from '../context.ts';
import { retentionDays } from './request.ts';
import { deleteRequests } from './statements.ts';

const batchMax = 5_000;
const dayMs = 24 * 3_600_000;

/** Deletes one batch of requests that are older than {@link retentionDays}. Returns how many. */
export function sweepRequests(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * dayMs);
  return deleteRequests(ctx.db.pool, before, batchMax);
}
