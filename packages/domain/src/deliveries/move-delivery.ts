import type { DeliveryStatus, Queryable } from '@tillgate/db';
import type { ClaimedDelivery } from './claim-delivery.ts';

export type AttemptRecord = {
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  /** Null when the attempt delivered. */
  error: string | null;
  address: string | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
};

/** How the endpoint stands after an attempt. */
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
 * Records the attempt of a claim, moves its delivery and frees its lane, all or nothing. A success ends the endpoint's run of
 * failures and closes its circuit. Undefined when the claim has lapsed and the delivery moved on without it.
 */
export async function recordAttempt(
  db: Queryable,
  claim: ClaimedDelivery,
  attempt: AttemptRecord,
  to: { status: DeliveryStatus; nextAttemptAt: Date | null; at: Date },
): Promise<Recorded | undefined> {
  const { rows } = await db.query<Recorded>({
    name: 'delivery_record',
    text: `
      WITH moved AS (
        UPDATE webhook_deliveries SET status = $4::"DeliveryStatus", next_attempt_at = $5::timestamptz, claimed_until = NULL,
          parked_at = NULL, attempt_count = attempt_count + 1,
          ended_at = CASE WHEN $5::timestamptz IS NULL THEN $6::timestamptz END
        WHERE id = $1 AND status = 'due' AND claimed_until = $2 AND attempt_count = $3
        RETURNING id, endpoint_id, attempt_count),
      recorded AS (
        INSERT INTO webhook_attempts
          (delivery_id, number, endpoint_id, started_at, duration_ms, status_code, error, address, response_headers, response_body)
        SELECT id, attempt_count, endpoint_id, $7::timestamptz, $8, $9, $10::text, $12, $13::jsonb, $11 FROM moved),
      freed AS (
        UPDATE webhook_lanes SET claimed_until = NULL WHERE endpoint_id = $14 AND number = $15 AND claimed_until = $2),
      turned AS (
        UPDATE webhook_endpoints e SET failing_since = CASE WHEN $10::text IS NULL THEN NULL ELSE $7::timestamptz END,
          alerts_sent = 0, circuit_open_until = CASE WHEN $10::text IS NOT NULL THEN e.circuit_open_until END,
          circuit_probes = CASE WHEN $10::text IS NOT NULL THEN e.circuit_probes ELSE 0 END,
          circuit_closed_at = CASE WHEN $10::text IS NULL AND e.circuit_open_until IS NOT NULL THEN $6::timestamptz
            ELSE e.circuit_closed_at END
        FROM moved WHERE e.id = moved.endpoint_id AND ((e.failing_since IS NULL) = ($10::text IS NOT NULL)
          OR ($10::text IS NULL AND e.circuit_open_until IS NOT NULL)))
      SELECT CASE WHEN $10::text IS NOT NULL THEN coalesce(e.failing_since, $7::timestamptz) END AS "failingSince",
        CASE WHEN e.failing_since IS NULL THEN 0 ELSE e.alerts_sent END AS "alertsSent",
        e.circuit_open_until IS NOT NULL AND $10::text IS NOT NULL AS "circuitOpen",
        e.circuit_closed_at AS "circuitClosedAt", e.circuit_open_until IS NOT NULL AND $10::text IS NULL AS recovered
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
      attempt.address,
      attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
      claim.endpointId,
      claim.lane,
    ],
  });
  return rows[0];
}

/** Gives a claim back unused and puts the delivery off until `nextAttemptAt`; no attempt is counted. */
export async function postponeDelivery(db: Queryable, claim: ClaimedDelivery, nextAttemptAt: Date): Promise<void> {
  await db.query({
    name: 'delivery_postpone',
    text: `
      WITH freed AS (
        UPDATE webhook_lanes SET claimed_until = NULL WHERE endpoint_id = $5 AND number = $6 AND claimed_until = $2)
      UPDATE webhook_deliveries SET claimed_until = NULL, next_attempt_at = $4
      WHERE id = $1 AND status = 'due' AND claimed_until = $2 AND attempt_count = $3`,
    values: [claim.id, claim.claimedUntil, claim.attemptCount, nextAttemptAt, claim.endpointId, claim.lane],
  });
}

export type Standing = {
  endpointId: string;
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
  /** Somebody else goes on with it: its endpoint's queue, or the worker that holds it. */
  held: boolean;
};

/**
 * Where a delivery stands that could not be claimed. One that is due and nobody's is put into its endpoint's queue, or
 * cancelled when its endpoint is disabled.
 */
export async function turnAway(db: Queryable, id: string, now: Date): Promise<Standing | undefined> {
  const { rows } = await db.query<Standing>({
    name: 'delivery_turn_away',
    text: `
      WITH turned AS (
        UPDATE webhook_deliveries d SET
          status = CASE WHEN e.status = 'disabled' THEN 'cancelled' ELSE d.status END,
          ended_at = CASE WHEN e.status = 'disabled' THEN $2::timestamptz END,
          next_attempt_at = CASE WHEN e.status = 'enabled' THEN d.next_attempt_at END,
          parked_at = CASE WHEN e.status = 'enabled' THEN coalesce(d.parked_at, $2::timestamptz) END, claimed_until = NULL
        FROM webhook_endpoints e
        WHERE d.id = $1 AND e.id = d.endpoint_id AND d.status = 'due' AND (d.claimed_until IS NULL OR d.claimed_until <= $2)
          AND (e.status = 'disabled' OR d.next_attempt_at <= $2)
        RETURNING d.status, d.next_attempt_at, d.parked_at)
      SELECT d.endpoint_id AS "endpointId", coalesce(t.status, d.status) AS status,
        coalesce(t.next_attempt_at, CASE WHEN t.status IS NULL THEN greatest(d.next_attempt_at, d.claimed_until) END)
          AS "nextAttemptAt",
        (t.parked_at IS NOT NULL OR (t.status IS NULL AND d.status = 'due' AND d.claimed_until > $2)) AS held
      FROM webhook_deliveries d LEFT JOIN turned t ON true WHERE d.id = $1`,
    values: [id, now],
  });
  return rows[0];
}
