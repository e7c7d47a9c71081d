import { query, sql } from '@tillgate/db';
import type { Context } from '../../kernel/context.ts';
import { secondsSince } from '../../kernel/time.ts';

/** Most waiting callbacks that are looked at. */
const callbacksMax = 1_000;

/**
 * For how many seconds the oldest work has been due that a running worker takes up within seconds: callbacks, questions
 * about prompts, orders. 0 when nothing waits. It names no tenant, and reads only indexes of unfinished rows.
 */
export async function readWorkerWait({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const [row] = await query<{ since: Date | null }>(
    db.pool,
    'worker_wait',
    sql`
      SELECT least(
        (SELECT min(retry_at) FROM (
          SELECT retry_at FROM provider_callbacks WHERE retry_at IS NOT NULL LIMIT ${callbacksMax}::int) c),
        (SELECT next_query_at FROM payments WHERE status = 'pending' ORDER BY next_query_at LIMIT 1),
        (SELECT created_at FROM orders WHERE status = 'approved' ORDER BY created_at LIMIT 1)) AS since`,
  );
  return row?.since ? Math.max(0, Math.floor(secondsSince(row.since, clock.now()))) : 0;
}
