import { type DeliveryStatus, type deliveries, only, type Queryable } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';

/** A worker holds a delivery this long: longer than any attempt can take (15 s), or two could post at once. */
export const claimSeconds = 20;
/** A queue may wake a little early; that little is still on time. */
export const earlyToleranceMs = 250;
/** Deliveries cancelled with their endpoint; more than these are cancelled as they come due. */
const cancelledAtOnceMax = 1000;

/** A delivery that is ours to attempt until `claimedUntil`. */
export type ClaimedDelivery = {
  id: string;
  endpointId: string;
  eventType: string;
  body: string;
  /** Attempts recorded before this one. */
  attemptCount: number;
  claimedUntil: Date;
  url: string;
  sealedSecret: string;
};

/** Takes a due delivery of an enabled endpoint. Undefined when it is not due, not enabled, or somebody else's. */
export async function claimDelivery(db: Queryable, id: string, now: Date): Promise<ClaimedDelivery | undefined> {
  const { rows } = await db.query<ClaimedDelivery>({
    name: 'delivery_claim',
    text: `
      UPDATE webhook_deliveries d SET claimed_until = $4
      FROM webhook_endpoints e
      WHERE d.id = $1 AND e.id = d.endpoint_id AND d.status = 'due' AND e.status = 'enabled' AND d.next_attempt_at <= $3
        AND (d.claimed_until IS NULL OR d.claimed_until <= $2)
      RETURNING d.id, d.endpoint_id AS "endpointId", d.event_type AS "eventType", d.body, d.attempt_count AS "attemptCount",
        d.claimed_until AS "claimedUntil", e.url, e.sealed_secret AS "sealedSecret"`,
    values: [id, now, later(now, earlyToleranceMs), later(now, claimSeconds * 1000)],
  });
  return rows[0];
}

export type Standing = { status: DeliveryStatus; nextAttemptAt: Date | null; claimedUntil: Date | null };

/** Where a delivery stands that could not be claimed; one whose endpoint is disabled is cancelled first, unless claimed. */
export async function cancelOrFind(db: Queryable, id: string, now: Date): Promise<Standing | undefined> {
  const { rows } = await db.query<Standing>({
    name: 'delivery_cancel_or_find',
    text: `
      WITH cancelled AS (
        UPDATE webhook_deliveries d SET status = 'cancelled', ended_at = $2, next_attempt_at = NULL, claimed_until = NULL
        FROM webhook_endpoints e
        WHERE d.id = $1 AND e.id = d.endpoint_id AND d.status = 'due' AND e.status = 'disabled'
          AND (d.claimed_until IS NULL OR d.claimed_until <= $2)
        RETURNING d.id)
      SELECT CASE WHEN EXISTS (SELECT 1 FROM cancelled) THEN 'cancelled' ELSE d.status END AS status,
        d.next_attempt_at AS "nextAttemptAt", d.claimed_until AS "claimedUntil"
      FROM webhook_deliveries d WHERE d.id = $1`,
    values: [id, now],
  });
  return rows[0];
}

export type AttemptRecord = {
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  /** Null when the attempt delivered. */
  error: string | null;
  responseBody: string | null;
};

/**
 * Records the attempt of a claim and moves its delivery, both or none. Undefined when the claim has lapsed and the delivery
 * moved on without it. Else the start of the endpoint's run of failures, null when it is not failing.
 */
export async function recordAttempt(
  db: Queryable,
  claim: ClaimedDelivery,
  attempt: AttemptRecord,
  to: { status: DeliveryStatus; nextAttemptAt: Date | null; at: Date },
): Promise<{ failingSince: Date | null } | undefined> {
  const { rows } = await db.query<{ failingSince: Date | null }>({
    name: 'delivery_record',
    text: `
      WITH moved AS (
        UPDATE webhook_deliveries SET status = $4::"DeliveryStatus", next_attempt_at = $5::timestamptz, claimed_until = NULL,
          attempt_count = attempt_count + 1, ended_at = CASE WHEN $5::timestamptz IS NULL THEN $6::timestamptz END
        WHERE id = $1 AND status = 'due' AND claimed_until = $2 AND attempt_count = $3
        RETURNING id, endpoint_id, attempt_count),
      recorded AS (
        INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
        SELECT id, attempt_count, $7::timestamptz, $8, $9, $10::text, $11 FROM moved),
      turned AS (
        UPDATE webhook_endpoints e SET failing_since = CASE WHEN $10::text IS NULL THEN NULL ELSE $7::timestamptz END
        FROM moved WHERE e.id = moved.endpoint_id AND (e.failing_since IS NULL) = ($10::text IS NOT NULL))
      SELECT CASE WHEN $10::text IS NOT NULL THEN coalesce(e.failing_since, $7::timestamptz) END AS "failingSince"
      FROM moved JOIN webhook_endpoints e ON e.id = moved.endpoint_id`,
    values: [
      claim.id,
      claim.claimedUntil,
      claim.attemptCount,
      to.status,
      to.nextAttemptAt,
      to.at,
      attempt.startedAt,
      Math.round(attempt.durationMs),
      attempt.statusCode,
      attempt.error,
      attempt.responseBody,
    ],
  });
  return rows[0];
}

/** Gives a claim back unused and puts the delivery off until `nextAttemptAt`; no attempt is counted. */
export async function postponeDelivery(db: Queryable, claim: ClaimedDelivery, nextAttemptAt: Date): Promise<void> {
  await db.query({
    name: 'delivery_postpone',
    text: `
      UPDATE webhook_deliveries SET claimed_until = NULL, next_attempt_at = $4
      WHERE id = $1 AND status = 'due' AND claimed_until = $2 AND attempt_count = $3`,
    values: [claim.id, claim.claimedUntil, claim.attemptCount, nextAttemptAt],
  });
}

/** Whether the endpoint was tried in that time. In a run of failures that is a failure. */
export async function wasAttempted(
  db: Queryable,
  endpointId: string,
  time: { from: Date; to: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ attempted: boolean }>({
    name: 'endpoint_was_attempted',
    text: `
      SELECT EXISTS (
        SELECT 1 FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
        WHERE d.endpoint_id = $1 AND a.started_at BETWEEN $2 AND $3) AS attempted`,
    values: [endpointId, time.from, time.to],
  });
  return only(rows).attempted;
}

/**
 * Disables an endpoint with its audit row, and cancels what is due to it. Deliveries under way are left to their workers,
 * also because waiting for them could deadlock. False when it was disabled before.
 */
export async function disableEndpoint(
  db: Queryable,
  by: { endpointId: string; reason: string; actor: string; at: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ disabled: boolean }>({
    name: 'endpoint_disable',
    text: `
      WITH disabled AS (
        UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = $2::text WHERE id = $1 AND status = 'enabled'
        RETURNING id, application_id),
      cancelled AS (
        UPDATE webhook_deliveries SET status = 'cancelled', ended_at = $3, next_attempt_at = NULL, claimed_until = NULL
        WHERE id IN (
          SELECT d.id FROM webhook_deliveries d
          WHERE d.endpoint_id = (SELECT id FROM disabled) AND d.status = 'due'
            AND (d.claimed_until IS NULL OR d.claimed_until <= $3)
          LIMIT $6 FOR UPDATE SKIP LOCKED)
        RETURNING id),
      audited AS (
        INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
        SELECT $4::uuid, a.organization_id, a.id, $5, 'endpoint.disabled', disabled.id::text,
          jsonb_build_object('reason', $2::text, 'cancelledDeliveries', (SELECT count(*) FROM cancelled)), $3
        FROM disabled JOIN applications a ON a.id = disabled.application_id)
      SELECT EXISTS (SELECT 1 FROM disabled) AS disabled`,
    values: [by.endpointId, by.reason, by.at, uuidv7(), by.actor, cancelledAtOnceMax],
  });
  return only(rows).disabled;
}

/**
 * Deliveries that are late and that nobody holds, the latest first, marked as swept now. Between two sweeps of one delivery
 * lies as much time as it was late at the first, between `graceSeconds` and `gapSecondsMax`.
 */
export async function takeOverdue(
  db: Queryable,
  by: { now: Date; graceSeconds: number; gapSecondsMax: number; limit: number },
): Promise<deliveries.QueuedDelivery[]> {
  const { rows } = await db.query<deliveries.QueuedDelivery>({
    name: 'deliveries_take_overdue',
    text: `
      UPDATE webhook_deliveries d SET swept_at = $1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND d.id IN (
        SELECT id FROM webhook_deliveries
        WHERE status = 'due' AND next_attempt_at <= $2 AND (claimed_until IS NULL OR claimed_until <= $1)
          AND (swept_at IS NULL OR swept_at < next_attempt_at
            OR swept_at + least($4::interval, greatest($3::interval, swept_at - next_attempt_at)) <= $1)
        ORDER BY next_attempt_at LIMIT $5 FOR UPDATE SKIP LOCKED)
      RETURNING d.id AS "deliveryId", e.id AS "endpointId", e.application_id AS "applicationId"`,
    values: [
      by.now,
      later(by.now, -by.graceSeconds * 1000),
      `${by.graceSeconds} seconds`,
      `${by.gapSecondsMax} seconds`,
      by.limit,
    ],
  });
  return rows;
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
