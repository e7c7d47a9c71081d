import type { Context } from '../context.ts';
import { retentionDays } from './request.ts';

const batchMax = 5_000;
const dayMs = 24 * 3_600_000;

/** Deletes requests that are older than the log keeps them, a batch at a time. Answers how many. */
export async function sweepRequests(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * dayMs);
  const { rowCount } = await ctx.db.pool.query({
    name: 'requests_sweep',
    text: `
      DELETE FROM api_requests WHERE id IN (
        SELECT id FROM api_requests WHERE created_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [before, batchMax],
  });
  return rowCount ?? 0;
}
