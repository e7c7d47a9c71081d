import { execute, type Queryable, query, sql } from '@tillgate/db';
import { type CallbackRow, hasOneOutcome } from './statements.ts';

// Finds due callbacks of the inbox. Nothing here writes `provider_callbacks.state`.

/** A callback that is due. `hasEarlier`: one of the same subject came before it and is still open. */
export type DueCallback = Omit<CallbackRow, 'earlierIds'> & { hasEarlier: boolean };

/** The CTE `open`, which needs `WITH RECURSIVE`: the applications that have open callbacks, each found by one step. */
const openApplications = sql`
  open AS (
    (SELECT application_id FROM provider_callbacks WHERE retry_at IS NOT NULL ORDER BY application_id LIMIT 1)
    UNION ALL
    SELECT (SELECT c.application_id FROM provider_callbacks c
      WHERE c.retry_at IS NOT NULL AND c.application_id > o.application_id ORDER BY c.application_id LIMIT 1)
    FROM open o WHERE o.application_id IS NOT NULL)`;

/**
 * Locks callbacks that are due until the transaction ends, about `limit` in all: an equal share of each application, the
 * longest waiting first, so that one backlog does not delay others. Skips callbacks that another worker has locked.
 * @returns `isCutShort`: an application used its whole share and may have more
 */
export async function lockDue(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<{ due: DueCallback[]; isCutShort: boolean }> {
  const rows = await query<DueCallback & { isLastOfShare: boolean }>(
    db,
    'callbacks_lock_due',
    sql`
      WITH RECURSIVE ${openApplications},
      turn AS MATERIALIZED (
        SELECT application_id FROM open o WHERE EXISTS (
          SELECT 1 FROM provider_callbacks c
          WHERE c.application_id = o.application_id AND c.retry_at <= ${now}::timestamptz)
        ORDER BY random() LIMIT ${limit}::int),
      share AS (SELECT ceil(${limit}::int / greatest(count(*), 1)::float)::int AS size FROM turn)
      SELECT c.id, c.kind, c.subject_id AS "subjectId", c.subject_kind AS "subjectKind", c.state, c.body, c.attempts,
        c.received_at AS "receivedAt",
        ${hasOneOutcome} AND EXISTS (
          SELECT 1 FROM (SELECT * FROM provider_callbacks WHERE subject_id = c.subject_id OFFSET 0) e
          WHERE e.kind = c.kind AND e.retry_at IS NOT NULL AND (e.received_at, e.id) < (c.received_at, c.id)) AS "hasEarlier",
        row_number() OVER (PARTITION BY c.application_id) = (SELECT size FROM share) AS "isLastOfShare"
      FROM turn t, LATERAL (
        SELECT * FROM provider_callbacks due
        WHERE due.application_id = t.application_id AND due.retry_at <= ${now}::timestamptz
        ORDER BY due.retry_at LIMIT (SELECT size FROM share) FOR NO KEY UPDATE SKIP LOCKED) c
      ORDER BY c.retry_at`,
  );
  return { due: rows.map(({ isLastOfShare: _, ...row }) => row), isCutShort: rows.some((row) => row.isLastOfShare) };
}

/** Postpones open callbacks until `retryAt`, so that no other worker takes them. */
export async function postpone(db: Queryable, ids: string[], retryAt: Date): Promise<void> {
  await execute(
    db,
    'callbacks_postpone',
    sql`
      UPDATE provider_callbacks SET retry_at = ${retryAt}::timestamptz
      WHERE id = ANY(${ids}::uuid[]) AND retry_at IS NOT NULL`,
  );
}

/**
 * Claims callbacks that are due: they are postponed until `retryAt`. Those that another worker has locked are left out.
 * @returns the ones that it claimed
 */
export async function claimDue(db: Queryable, ids: string[], now: Date, retryAt: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'callbacks_claim_due',
    sql`
      UPDATE provider_callbacks SET retry_at = ${retryAt} WHERE id IN (
        SELECT id FROM provider_callbacks WHERE id = ANY(${ids}::uuid[]) AND retry_at <= ${now} FOR UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows.map((row) => row.id);
}
