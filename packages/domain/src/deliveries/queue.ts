import type { Queryable } from '@tillgate/db';
import { rateAllows } from './claim-delivery.ts';

/** Parks what should have been attempted by `lateSince` and was not, at most `limit`. Answers how many. */
export async function parkOverdue(db: Queryable, by: { now: Date; lateSince: Date; limit: number }): Promise<number> {
  const { rowCount } = await db.query({
    name: 'deliveries_park_overdue',
    text: `
      UPDATE webhook_deliveries SET parked_at = $1 WHERE id IN (
        SELECT id FROM webhook_deliveries
        WHERE status = 'due' AND parked_at IS NULL AND next_attempt_at <= $2 AND (claimed_until IS NULL OR claimed_until <= $1)
        ORDER BY next_attempt_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)`,
    values: [by.now, by.lateSince, by.limit],
  });
  return rowCount ?? 0;
}

/** The endpoints that have a queue, each found by one step through the index of parked deliveries. */
const queuesCte = `
  RECURSIVE queues AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'due' AND parked_at IS NOT NULL ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
      WHERE d.status = 'due' AND d.parked_at IS NOT NULL AND d.endpoint_id > q.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
    FROM queues q WHERE q.endpoint_id IS NOT NULL)`;

/** Endpoints with something due in their queue that would let an attempt through now, at most `limit`, in random order. */
export async function listDrainable(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'endpoints_drainable',
    text: `
      WITH ${queuesCte}
      SELECT e.id FROM queues q JOIN webhook_endpoints e ON e.id = q.endpoint_id
      WHERE e.status = 'enabled' AND (e.circuit_open_until IS NULL OR e.circuit_open_until <= $2) AND (${rateAllows})
        AND EXISTS (SELECT 1 FROM webhook_lanes l WHERE l.endpoint_id = e.id
          AND l.number <= CASE WHEN e.failing_since IS NULL THEN e.concurrency ELSE 1 END
          AND (l.claimed_until IS NULL OR l.claimed_until <= $2))
        AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'due'
          AND d.parked_at IS NOT NULL AND d.next_attempt_at <= $2 AND (d.claimed_until IS NULL OR d.claimed_until <= $2))
      ORDER BY random() LIMIT $1`,
    values: [limit, now],
  });
  return rows.map(({ id }) => id);
}

/** Cancels what stands in the queues of disabled endpoints, at most `limit`. Answers how many. */
export async function cancelQueuesOfDisabled(db: Queryable, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'deliveries_cancel_disabled',
    text: `
      WITH ${queuesCte}
      UPDATE webhook_deliveries SET status = 'cancelled', ended_at = $1, next_attempt_at = NULL, claimed_until = NULL,
        parked_at = NULL
      WHERE id IN (
        SELECT d.id FROM queues q JOIN webhook_endpoints e ON e.id = q.endpoint_id
          JOIN webhook_deliveries d ON d.endpoint_id = e.id
        WHERE e.status = 'disabled' AND d.status = 'due' AND d.parked_at IS NOT NULL
          AND (d.claimed_until IS NULL OR d.claimed_until <= $1)
        LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED)`,
    values: [now, limit],
  });
  return rowCount ?? 0;
}
