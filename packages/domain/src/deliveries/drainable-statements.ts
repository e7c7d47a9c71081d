import { type Queryable, query, type Sql, sql } from '@tillgate/db';
import { allowsAttempt, isLaneFree } from '../endpoints/index.ts';
import { isQueued, isUnclaimed } from './claim-statements.ts';

// Which endpoints have deliveries in their queue. These statements only read.

/**
 * The CTE `queues`, which needs `WITH RECURSIVE`: the endpoints that have a queue, each found by
 * one step through the index of parked deliveries.
 */
export const queues: Sql = sql`
  queues AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE parked_at IS NOT NULL ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
      WHERE d.parked_at IS NOT NULL AND d.endpoint_id > q.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
    FROM queues q WHERE q.endpoint_id IS NOT NULL)`;

/**
 * Endpoints with a due delivery in their queue that allow an attempt now, at most `limit`, in
 * random order.
 */
export async function listDrainable(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'endpoints_drainable',
    sql`
      WITH RECURSIVE ${queues}
      SELECT e.id FROM queues q JOIN webhook_endpoints e ON e.id = q.endpoint_id
      WHERE ${allowsAttempt(now)}
        AND EXISTS (SELECT 1 FROM webhook_lanes l WHERE l.endpoint_id = e.id AND ${isLaneFree(now)})
        AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${isQueued}
          AND d.next_attempt_at <= ${now}::timestamptz AND ${isUnclaimed(now)})
      ORDER BY random() LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}
