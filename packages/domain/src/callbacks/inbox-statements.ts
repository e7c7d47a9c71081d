import { execute, type Queryable, query, raw, sql } from '@tillgate/db';
import { type CallbackRow, subjectKind } from './statements.ts';

// Which callbacks of the inbox are due. Nothing here writes `provider_callbacks.state`.

/** A callback that is due. `hasEarlier`: one of the same subject came before it and is still open. */
export type DueCallback = Omit<CallbackRow, 'earlierIds'> & { hasEarlier: boolean };

/**
 * Locks callbacks that are due until the transaction ends, the longest waiting first. Those that
 * another worker has locked are left out, never waited for.
 */
export function lockDue(db: Queryable, now: Date, limit: number): Promise<DueCallback[]> {
  // The limit is no parameter: with an unknown one the planner would sort everything that is due.
  return query(
    db,
    'callbacks_lock_due',
    sql`
      SELECT c.id, c.kind, c.subject_id AS "subjectId", ${subjectKind} AS "subjectKind", c.state, c.body, c.attempts,
        c.received_at AS "receivedAt",
        c.kind IN ('stk_callback', 'result') AND EXISTS (
          SELECT 1 FROM provider_callbacks e
          WHERE e.subject_id = c.subject_id AND e.kind = c.kind AND e.retry_at IS NOT NULL
            AND (e.received_at, e.id) < (c.received_at, c.id)) AS "hasEarlier"
      FROM provider_callbacks c WHERE c.retry_at <= ${now}::timestamptz
      ORDER BY c.retry_at LIMIT ${raw(String(Math.trunc(limit)))} FOR NO KEY UPDATE OF c SKIP LOCKED`,
  );
}

/** Puts open callbacks off until `retryAt`, so that no other worker takes them up meanwhile. */
export async function putOff(db: Queryable, ids: string[], retryAt: Date): Promise<void> {
  await execute(
    db,
    'callbacks_put_off',
    sql`
      UPDATE provider_callbacks SET retry_at = ${retryAt}::timestamptz
      WHERE id = ANY(${ids}::uuid[]) AND retry_at IS NOT NULL`,
  );
}

/** Takes callbacks that are due, at most `limit`: they are put off until `retryAt`. */
export async function takeDue(db: Queryable, now: Date, retryAt: Date, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'callbacks_take_due',
    sql`
      UPDATE provider_callbacks SET retry_at = ${retryAt} WHERE id IN (
        SELECT id FROM provider_callbacks WHERE retry_at <= ${now} ORDER BY retry_at LIMIT ${limit}
        FOR UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows.map((row) => row.id);
}
