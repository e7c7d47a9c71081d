import { type DeliveryStatus, execute, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { turnEndpoint } from '../endpoints/index.ts';
import {
  type AttemptRecord,
  attemptRows,
  insertAttempt,
  insertAttempts,
  type MadeAttempt,
} from './attempt-statements.ts';
import { type ClaimedDelivery, type DeliveryStanding, freeLane, isClaimed, isUnclaimed } from './claim-statements.ts';
import { queues } from './drainable-statements.ts';

// Every statement that writes the status of webhook deliveries is in this file.

/** Deliveries cancelled together with their endpoint. The sweep cancels the others. */
const cancelledAtOnceMax = 1000;

/** Assignments that send the delivery `d` again: with its whole schedule if it has ended, at once if it waits. */
function resendAt(now: Date): Sql {
  const at = sql`${now}::timestamptz`;
  return sql`status = 'due', next_attempt_at = ${at}, parked_at = ${at}, resent_at = ${at}, ended_at = NULL,
    attempts_before = CASE WHEN d.status = 'due' THEN d.attempts_before ELSE d.attempt_count END`;
}

/** Any status → due: sends a delivery again, with its audit entry. */
export async function resend(db: Queryable, deliveryId: string, now: Date, audit: Audit): Promise<void> {
  await query(
    db,
    'delivery_resend',
    sql`
      WITH resent AS (
        UPDATE webhook_deliveries d SET ${resendAt(now)} FROM webhook_endpoints e
        WHERE d.id = ${deliveryId}::uuid AND e.id = d.endpoint_id RETURNING d.id, e.application_id)
      ${insertAudit(sql`resent`, audit, now)}`,
  );
}

/** Sends the deliveries of the CTE `looked` again that are exhausted, cancelled or waiting for a retry, except tests. */
export function resendFailed(now: Date): Sql {
  return sql`
    UPDATE webhook_deliveries d SET ${resendAt(now)}
    FROM looked l JOIN webhook_events v ON v.id = l.event_id
    WHERE d.id = l.id AND NOT v.test AND v.body_erased_at IS NULL AND (d.status IN ('exhausted', 'cancelled')
      OR (d.status = 'due' AND d.attempt_count > 0 AND d.next_attempt_at > ${now}::timestamptz AND ${isUnclaimed(now)}))
    RETURNING d.id`;
}

function cancelledAt(now: Date): Sql {
  return sql`status = 'cancelled', ended_at = ${now}::timestamptz, next_attempt_at = NULL, claimed_until = NULL,
    parked_at = NULL`;
}

/** due → cancelled by a person, with its audit entry. */
export async function cancel(db: Queryable, deliveryId: string, now: Date, audit: Audit): Promise<void> {
  await query(
    db,
    'delivery_cancel',
    sql`
      WITH cancelled AS (
        UPDATE webhook_deliveries d SET ${cancelledAt(now)} FROM webhook_endpoints e
        WHERE d.id = ${deliveryId}::uuid AND d.status = 'due' AND e.id = d.endpoint_id RETURNING d.id, e.application_id)
      ${insertAudit(sql`cancelled`, audit, now)}`,
  );
}

/**
 * due → cancelled for the endpoint of a CTE, if it has a row; skips deliveries that another worker
 * holds.
 */
export function cancelDueOf(endpoint: Sql, now: Date): Sql {
  return sql`
    UPDATE webhook_deliveries SET ${cancelledAt(now)}
    WHERE id IN (
      SELECT d.id FROM webhook_deliveries d
      WHERE d.endpoint_id = (SELECT id FROM ${endpoint}) AND d.status = 'due' AND ${isUnclaimed(now)}
      LIMIT ${cancelledAtOnceMax} FOR UPDATE SKIP LOCKED)
    RETURNING id`;
}

/**
 * due → cancelled for deliveries in the queues of disabled endpoints, at most `limit`.
 * @returns how many
 */
export function cancelQueuesOfDisabled(db: Queryable, now: Date, limit: number): Promise<number> {
  return execute(
    db,
    'deliveries_cancel_disabled',
    sql`
      WITH RECURSIVE ${queues}
      UPDATE webhook_deliveries SET ${cancelledAt(now)}
      WHERE id IN (
        SELECT d.id FROM queues q JOIN webhook_endpoints e ON e.id = q.endpoint_id
          JOIN webhook_deliveries d ON d.endpoint_id = e.id
        WHERE e.status = 'disabled' AND d.status = 'due' AND d.parked_at IS NOT NULL AND ${isUnclaimed(now)}
        LIMIT ${limit} FOR NO KEY UPDATE OF d SKIP LOCKED)`,
  );
}

/** The state of the endpoint after an attempt. */
export type Recorded = {
  /** Start of its run of failures; null when it is not failing. */
  failingSince: Date | null;
  alertsSent: number;
  circuitOpen: boolean;
  circuitClosedAt: Date | null;
  /** This attempt closed its circuit. */
  recovered: boolean;
};

/**
 * due → the status that follows from the attempt of a claim. Records the attempt and its outcome on the endpoint, and
 * frees the lane unless a run goes on in it, all or nothing. Undefined when the claim has lapsed and the delivery has changed.
 */
export async function recordAttempt(
  db: Queryable,
  claim: ClaimedDelivery,
  attempt: AttemptRecord,
  to: { status: DeliveryStatus; nextAttemptAt: Date | null; at: Date; freesLane?: boolean },
): Promise<Recorded | undefined> {
  const { status, nextAttemptAt, at, freesLane = true } = to;
  const failed = sql`${attempt.error !== null}::boolean`;
  const [recorded] = await query<Recorded>(
    db,
    'delivery_record',
    sql`
      WITH moved AS (
        UPDATE webhook_deliveries SET status = ${status}::"DeliveryStatus", next_attempt_at = ${nextAttemptAt}::timestamptz,
          claimed_until = NULL, parked_at = NULL, attempt_count = attempt_count + 1,
          ended_at = ${nextAttemptAt === null ? at : null}::timestamptz
        WHERE ${isClaimed(claim)} RETURNING id, endpoint_id, attempt_count),
      recorded AS (${insertAttempt(attempt)}),
      freed AS (${freeLane(claim)} AND ${freesLane}::boolean),
      turned AS (${turnEndpoint(failed, attempt.startedAt, at)})
      SELECT CASE WHEN ${failed} THEN coalesce(e.failing_since, ${attempt.startedAt}::timestamptz) END AS "failingSince",
        CASE WHEN e.failing_since IS NULL THEN 0 ELSE e.alerts_sent END AS "alertsSent",
        e.circuit_open_until IS NOT NULL AND ${failed} AS "circuitOpen", e.circuit_closed_at AS "circuitClosedAt",
        e.circuit_open_until IS NOT NULL AND NOT ${failed} AS recovered
      FROM moved JOIN webhook_endpoints e ON e.id = moved.endpoint_id`,
  );
  return recorded;
}

/** Compared as text, so that the planner finds rows by id and does not read all due deliveries. */
const isDueById = sql`d.status::text = 'due'`;

/**
 * due → delivered for many claims, with their attempts, in one statement. Ends the runs of failures of their endpoints
 * and closes their circuits. Releases the lanes that `freesLane` marks.
 * @returns the deliveries that it moved; the claims of the others have lapsed
 */
export async function recordDelivered(db: Queryable, made: MadeAttempt[], at: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'deliveries_record_delivered',
    sql`
      WITH made AS (${attemptRows(made)}),
      moved AS (
        UPDATE webhook_deliveries d SET status = 'delivered', next_attempt_at = NULL, claimed_until = NULL, parked_at = NULL,
          attempt_count = d.attempt_count + 1, ended_at = ${at}::timestamptz
        FROM made m
        WHERE d.id = m."deliveryId" AND d.claimed_until = m."claimedUntil" AND d.attempt_count = m."attemptCount"
          AND ${isDueById}
        RETURNING d.id, d.endpoint_id, d.attempt_count),
      recorded AS (${insertAttempts}),
      freed AS (
        UPDATE webhook_lanes l SET claimed_until = NULL FROM made m
        WHERE m."freesLane" AND l.endpoint_id = m."endpointId" AND l.number = m."lane" AND l.claimed_until = m."claimedUntil"),
      turned AS (${turnEndpoint(sql`false`, at, at)})
      SELECT id FROM moved`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Parks a due delivery that nobody holds, or cancels it when its endpoint is disabled, and returns its state. Undefined
 * when it did neither.
 */
export async function park(db: Queryable, id: string, now: Date): Promise<DeliveryStanding | undefined> {
  const at = sql`${now}::timestamptz`;
  const [parked] = await query<DeliveryStanding>(
    db,
    'delivery_park',
    sql`
      UPDATE webhook_deliveries d SET
        status = CASE WHEN e.status = 'disabled' THEN 'cancelled' ELSE d.status END,
        ended_at = CASE WHEN e.status = 'disabled' THEN ${at} END,
        next_attempt_at = CASE WHEN e.status = 'enabled' THEN d.next_attempt_at END,
        parked_at = CASE WHEN e.status = 'enabled' THEN coalesce(d.parked_at, ${at}) END, claimed_until = NULL
      FROM webhook_endpoints e
      WHERE d.id = ${id}::uuid AND e.id = d.endpoint_id AND d.status = 'due' AND ${isUnclaimed(now)}
        AND (e.status = 'disabled' OR d.next_attempt_at <= ${at})
      RETURNING d.status, d.next_attempt_at AS "nextAttemptAt", d.parked_at IS NOT NULL AS held`,
  );
  return parked;
}
