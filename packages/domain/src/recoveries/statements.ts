import { execute, type Queryable, query, type RecoveryKind, type RecoveryStatus, type Sql, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { resendFailed } from '../deliveries/index.ts';
import { isOfTenant, type TenantFilter } from '../endpoints/index.ts';
import { queueMissing } from '../outbox/index.ts';
import { isIdle, isSignalDue, nextSignal } from '../signals/next-signal.ts';

// Every statement that writes `webhook_recoveries.status` is in this file.

/** Undefined when no recovery of that kind runs for the endpoint. */
export async function findRunning(
  db: Queryable,
  of: { endpointId: string; kind: RecoveryKind },
): Promise<{ id: string; since: Date; until: Date } | undefined> {
  const [running] = await query<{ id: string; since: Date; until: Date }>(
    db,
    'recovery_find_running',
    sql`
      SELECT id, since, until FROM webhook_recoveries
      WHERE endpoint_id = ${of.endpointId}::uuid AND kind = ${of.kind}::"RecoveryKind" AND status = 'running'`,
  );
  return running;
}

/** Inserts a running recovery, with its audit entry. */
export async function insertRecovery(
  db: Queryable,
  recovery: {
    id: string;
    endpointId: string;
    kind: RecoveryKind;
    since: Date;
    until: Date;
    requestedBy: string;
    createdAt: Date;
  },
  audit: Audit,
): Promise<void> {
  const { id, endpointId, kind, since, until, requestedBy, createdAt } = recovery;
  await query(
    db,
    'recovery_insert',
    sql`
      WITH started AS (
        INSERT INTO webhook_recoveries (id, endpoint_id, kind, status, since, until, requested_by, created_at)
        VALUES (${id}::uuid, ${endpointId}::uuid, ${kind}::"RecoveryKind", 'running', ${since}::timestamptz,
          ${until}::timestamptz, ${requestedBy}, ${createdAt}::timestamptz)
        RETURNING id, endpoint_id),
      owned AS (SELECT s.id, e.application_id FROM started s JOIN webhook_endpoints e ON e.id = s.endpoint_id)
      ${insertAudit(sql`owned`, audit, createdAt)}`,
  );
}

/** What an audit entry says about the recovery `s` that ended. */
const summary = sql`jsonb_build_object('endpointId', s.endpoint_id, 'kind', s.kind, 'queuedCount', s.queued_count)`;

/**
 * running → cancelled by a person, with its audit entry.
 * @returns false when the tenant has no such recovery that runs
 */
export async function cancel(
  db: Queryable,
  which: TenantFilter & { recoveryId: string },
  now: Date,
  audit: Omit<Audit, 'detail'>,
): Promise<boolean> {
  const written = await execute(
    db,
    'recovery_cancel',
    sql`
      WITH cancelled AS (
        UPDATE webhook_recoveries r SET status = 'cancelled', ended_at = ${now}::timestamptz FROM webhook_endpoints e
        WHERE r.id = ${which.recoveryId}::uuid AND r.status = 'running' AND e.id = r.endpoint_id AND ${isOfTenant(which)}
        RETURNING r.id, r.kind, r.endpoint_id, r.queued_count, e.application_id)
      ${insertAudit(sql`cancelled`, { ...audit, detail: {} }, now, summary)}`,
  );
  return written === 1;
}

/**
 * running → cancelled for a recovery whose endpoint is disabled, with its audit entry.
 * @returns whether it did
 */
export async function cancelOfDisabled(
  db: Queryable,
  by: { recoveryId: string; now: Date; auditId: string },
): Promise<boolean> {
  const { recoveryId, now, auditId } = by;
  const audit = { id: auditId, actor: 'system', action: 'recovery.cancelled', detail: {} };
  const detail = sql`${summary} || '{"reason": "The endpoint is disabled."}'::jsonb`;
  const written = await execute(
    db,
    'recovery_cancel_of_disabled',
    sql`
      WITH cancelled AS (
        UPDATE webhook_recoveries r SET status = 'cancelled', ended_at = ${now}::timestamptz,
          worked_at = ${now}::timestamptz
        FROM webhook_endpoints e
        WHERE r.id = ${recoveryId}::uuid AND r.status = 'running' AND e.id = r.endpoint_id AND e.status = 'disabled'
        RETURNING r.id, r.kind, r.endpoint_id, r.queued_count, e.application_id)
      ${insertAudit(sql`cancelled`, audit, now, detail)}`,
  );
  return written === 1;
}

type Batch = {
  recoveryId: string;
  /** Rows to read. */
  limit: number;
  now: Date;
  /** Id of the audit entry that the last batch writes. */
  auditId: string;
};

/** The status of the recovery after a batch, and how many deliveries the batch queued. */
type Worked = { status: RecoveryStatus; endpointId: string; queued: number };

/**
 * Sends the next failed deliveries again: ended ones with their whole schedule, waiting ones now. Skips tests. Undefined
 * when the recovery is not running, its endpoint is disabled, or another worker is at it.
 */
export async function resendBatch(db: Queryable, batch: Batch): Promise<Worked | undefined> {
  const next = sql`
    SELECT d.* FROM running CROSS JOIN LATERAL (
      SELECT d.id, d.event_id, d.created_at FROM webhook_deliveries d
      WHERE d.endpoint_id = running.endpoint_id AND d.created_at <= running.until
        AND (d.created_at, d.id) > (running.after_at, running.after_id)
      ORDER BY d.created_at, d.id LIMIT ${batch.limit}::int) d`;
  const [worked] = await query<Worked>(db, 'recovery_resend_batch', workBatch(batch, next, resendFailed(batch.now)));
  return worked;
}

/**
 * Makes deliveries of the next events that the endpoint receives but never got. Skips tests. Undefined when the recovery
 * is not running, its endpoint is disabled, or another worker is at it.
 */
export async function replayBatch(db: Queryable, batch: Batch): Promise<Worked | undefined> {
  const next = sql`
    SELECT v.* FROM running CROSS JOIN LATERAL (
      SELECT v.id, v.created_at, v.type, v.test, v.body_erased_at FROM webhook_events v
      WHERE v.application_id = running.application_id AND v.environment = running.environment
        AND v.created_at <= running.until AND (v.created_at, v.id) > (running.after_at, running.after_id)
      ORDER BY v.created_at, v.id LIMIT ${batch.limit}::int) v`;
  const [worked] = await query<Worked>(db, 'recovery_replay_batch', workBatch(batch, next, queueMissing(batch.now)));
  return worked;
}

/**
 * Looks at the next rows of a running recovery, queues deliveries for them, moves its cursor
 * behind them and, when there were fewer than the limit, completes it: running → completed, with
 * its audit entry.
 * @param next selects the rows to look at, by the CTE `running`
 * @param queue writes the deliveries of the CTE `looked` and returns a row for each
 */
function workBatch({ recoveryId, limit, now, auditId }: Batch, next: Sql, queue: Sql): Sql {
  const audit = { id: auditId, actor: 'system', action: 'recovery.completed', detail: {} };
  return sql`
    WITH running AS (
      SELECT r.id, r.endpoint_id, r.since, r.until, e.application_id, e.environment, e.events,
        coalesce(r.cursor_at, r.since) AS after_at,
        coalesce(r.cursor_id, '00000000-0000-0000-0000-000000000000') AS after_id
      FROM webhook_recoveries r JOIN webhook_endpoints e ON e.id = r.endpoint_id
      WHERE r.id = ${recoveryId}::uuid AND r.status = 'running' AND e.status = 'enabled' FOR NO KEY UPDATE OF r SKIP LOCKED),
    looked AS (${next}),
    queued AS (${queue}),
    moved AS (
      UPDATE webhook_recoveries r SET worked_at = ${now}::timestamptz,
        queued_count = r.queued_count + (SELECT count(*) FROM queued),
        cursor_at = coalesce(last.created_at, r.cursor_at), cursor_id = coalesce(last.id, r.cursor_id),
        status = CASE WHEN seen.rows < ${limit}::int THEN 'completed' ELSE r.status END,
        ended_at = CASE WHEN seen.rows < ${limit}::int THEN ${now}::timestamptz END
      FROM running, (SELECT count(*) AS rows FROM looked) seen
      LEFT JOIN (SELECT created_at, id FROM looked ORDER BY created_at DESC, id DESC LIMIT 1) last ON true
      WHERE r.id = running.id
      RETURNING r.id, r.kind, r.status, r.endpoint_id, r.queued_count, running.application_id),
    completed AS (SELECT * FROM moved WHERE status = 'completed'),
    audited AS (${insertAudit(sql`completed`, audit, now, summary)})
    SELECT status, endpoint_id AS "endpointId", (SELECT count(*) FROM queued)::int AS queued FROM moved`;
}

/**
 * Running recoveries without work for `idleSeconds`, at most `limit`. Later sweeps skip them for a time that grows with
 * their idle time.
 */
export async function claimIdle(
  db: Queryable,
  by: { now: Date; idleSeconds: number; limit: number },
): Promise<string[]> {
  const since = sql`coalesce(worked_at, created_at)`;
  const rows = await query<{ id: string }>(
    db,
    'recoveries_claim_idle',
    sql`
      UPDATE webhook_recoveries SET signal_after = ${nextSignal(by.now, { since, secondsMin: by.idleSeconds })}
      WHERE id IN (
        SELECT id FROM webhook_recoveries
        WHERE status = 'running' AND ${isIdle(by)} AND ${isSignalDue(by.now)}
        ORDER BY worked_at NULLS FIRST LIMIT ${by.limit} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows.map(({ id }) => id);
}
