import type { Queryable, RecoveryStatus } from '@tillgate/db';

export type Batch = {
  recoveryId: string;
  /** Rows that are looked at. */
  limit: number;
  now: Date;
  /** Id of the audit row that the last batch writes. */
  auditId: string;
};

/** What a batch came to: where the recovery stands, and how many deliveries were queued. */
export type Worked = { status: RecoveryStatus; endpointId: string; queued: number };

/** A running recovery of an enabled endpoint, unless somebody else is at it. */
const runningCte = `
  running AS (
    SELECT r.id, r.endpoint_id, r.since, r.until, e.application_id, e.environment, e.events,
      coalesce(r.cursor_at, r.since) AS after_at, coalesce(r.cursor_id, '00000000-0000-0000-0000-000000000000') AS after_id
    FROM webhook_recoveries r JOIN webhook_endpoints e ON e.id = r.endpoint_id
    WHERE r.id = $1 AND r.status = 'running' AND e.status = 'enabled' FOR NO KEY UPDATE OF r SKIP LOCKED)`;

/** Moves the recovery behind what the CTE `looked` has, counts the CTE `queued`, and ends it when there was no more. */
const movedCtes = `
  moved AS (
    UPDATE webhook_recoveries r SET worked_at = $3, queued_count = r.queued_count + (SELECT count(*) FROM queued),
      cursor_at = coalesce(last.created_at, r.cursor_at), cursor_id = coalesce(last.id, r.cursor_id),
      status = CASE WHEN seen.rows < $2 THEN 'completed' ELSE r.status END,
      ended_at = CASE WHEN seen.rows < $2 THEN $3::timestamptz END
    FROM running, (SELECT count(*) AS rows FROM looked) seen
    LEFT JOIN (SELECT created_at, id FROM looked ORDER BY created_at DESC, id DESC LIMIT 1) last ON true
    WHERE r.id = running.id
    RETURNING r.id, r.kind, r.status, r.endpoint_id, r.queued_count, running.application_id),
  audited AS (
    INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
    SELECT $4::uuid, a.organization_id, a.id, 'system', 'recovery.completed', m.id::text,
      jsonb_build_object('endpointId', m.endpoint_id, 'kind', m.kind, 'queuedCount', m.queued_count), $3::timestamptz
    FROM moved m JOIN applications a ON a.id = m.application_id WHERE m.status = 'completed')
  SELECT status, endpoint_id AS "endpointId", (SELECT count(*) FROM queued)::int AS queued FROM moved`;

/**
 * Sends the next deliveries again that failed, in one commit: ended ones with their whole schedule anew, ones that wait for a
 * retry now. Tests are left alone. Undefined when there is nothing to work at, or another worker is at it.
 */
export async function resendBatch(db: Queryable, batch: Batch): Promise<Worked | undefined> {
  const { rows } = await db.query<Worked>({
    name: 'recovery_resend_batch',
    text: `
      WITH ${runningCte},
      looked AS (
        SELECT d.* FROM running CROSS JOIN LATERAL (
          SELECT d.id, d.event_id, d.created_at FROM webhook_deliveries d
          WHERE d.endpoint_id = running.endpoint_id AND d.created_at <= running.until
            AND (d.created_at, d.id) > (running.after_at, running.after_id)
          ORDER BY d.created_at, d.id LIMIT $2) d),
      queued AS (
        UPDATE webhook_deliveries d SET status = 'due', next_attempt_at = $3::timestamptz, parked_at = $3, resent_at = $3, ended_at = NULL,
          attempts_before = CASE WHEN d.status = 'due' THEN d.attempts_before ELSE d.attempt_count END
        FROM looked l JOIN webhook_events v ON v.id = l.event_id
        WHERE d.id = l.id AND NOT v.test AND (d.status IN ('exhausted', 'cancelled')
          OR (d.status = 'due' AND d.attempt_count > 0 AND d.next_attempt_at > $3
            AND (d.claimed_until IS NULL OR d.claimed_until <= $3)))
        RETURNING d.id),
      ${movedCtes}`,
    values: [batch.recoveryId, batch.limit, batch.now, batch.auditId],
  });
  return rows[0];
}

/**
 * Makes deliveries of the next events that the endpoint wants and has none of, in one commit; tests are left alone. Undefined
 * when there is nothing to work at, or another worker is at it.
 */
export async function replayBatch(db: Queryable, batch: Batch): Promise<Worked | undefined> {
  const { rows } = await db.query<Worked>({
    name: 'recovery_replay_batch',
    text: `
      WITH ${runningCte},
      looked AS (
        SELECT v.* FROM running CROSS JOIN LATERAL (
          SELECT v.id, v.created_at, v.type, v.test FROM webhook_events v
          WHERE v.application_id = running.application_id AND v.environment = running.environment
            AND v.created_at <= running.until AND (v.created_at, v.id) > (running.after_at, running.after_id)
          ORDER BY v.created_at, v.id LIMIT $2) v),
      queued AS (
        INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, parked_at, created_at)
        SELECT gen_random_uuid(), running.endpoint_id, l.id, $3::timestamptz, $3, $3 FROM running, looked l
        WHERE NOT l.test AND (cardinality(running.events) = 0 OR l.type = ANY (running.events))
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = l.id AND d.endpoint_id = running.endpoint_id)
        ON CONFLICT (event_id, endpoint_id, copy) DO NOTHING
        RETURNING id),
      ${movedCtes}`,
    values: [batch.recoveryId, batch.limit, batch.now, batch.auditId],
  });
  return rows[0];
}

/** Cancels a running recovery whose endpoint is no longer enabled. Answers whether it did. */
export async function cancelOfDisabled(
  db: Queryable,
  by: { recoveryId: string; now: Date; auditId: string },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'recovery_cancel_of_disabled',
    text: `
      WITH cancelled AS (
        UPDATE webhook_recoveries r SET status = 'cancelled', ended_at = $2, worked_at = $2 FROM webhook_endpoints e
        WHERE r.id = $1 AND r.status = 'running' AND e.id = r.endpoint_id AND e.status = 'disabled'
        RETURNING r.id, r.kind, r.endpoint_id, r.queued_count, e.application_id)
      INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
      SELECT $3::uuid, a.organization_id, a.id, 'system', 'recovery.cancelled', c.id::text,
        jsonb_build_object('endpointId', c.endpoint_id, 'kind', c.kind, 'queuedCount', c.queued_count,
          'reason', 'The endpoint is disabled.'), $2::timestamptz
      FROM cancelled c JOIN applications a ON a.id = c.application_id`,
    values: [by.recoveryId, by.now, by.auditId],
  });
  return rowCount === 1;
}

/** Running recoveries that nobody has worked at since `workedBefore`, or ever, at most `limit`, marked as taken up now. */
export async function takeIdle(db: Queryable, by: { now: Date; workedBefore: Date; limit: number }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'recoveries_take_idle',
    text: `
      UPDATE webhook_recoveries SET worked_at = $1 WHERE id IN (
        SELECT id FROM webhook_recoveries WHERE status = 'running' AND (worked_at IS NULL OR worked_at <= $2)
        ORDER BY worked_at NULLS FIRST LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id`,
    values: [by.now, by.workedBefore, by.limit],
  });
  return rows.map(({ id }) => id);
}
