import type { Queryable } from '@tillgate/db';
import { circuitProbeSecondsMax, circuitProbeSecondsMin } from '../endpoints/index.ts';

import { later } from '../time.ts';
import { laneSeconds } from './statements.ts';

/** A claim holds a delivery and a lane this long. */
export const claimSeconds = laneSeconds;
/** A queue may wake a little early; that little is still on time. */
export const earlyToleranceMs = 250;

/** A delivery that is ours to attempt until `claimedUntil`. */
export type ClaimedDelivery = {
  id: string;
  endpointId: string;
  lane: number;
  eventType: string;
  body: string;
  test: boolean;
  /** Attempts recorded before this one, and how many of them were made before it was last sent again. */
  attemptCount: number;
  attemptsBefore: number;
  claimedUntil: Date;
  url: string;
  sealedSecret: string;
  retiredSecrets: { sealed: string; expiresAt: string }[];
};

/** GCRA with a burst of one second's worth, so that a queue looked at once a second still flows at the whole rate. */
export const rateAllows = `e.rate_per_second IS NULL OR e.rate_flows_until IS NULL
        OR e.rate_flows_until <= $2::timestamptz + interval '1 second' * (e.rate_per_second - 1) / e.rate_per_second`;

/** How long the circuit stays open after the probe that begins now. */
const nextProbe = `interval '1 second' * least(${circuitProbeSecondsMax}, ${circuitProbeSecondsMin} * 2 ^ least(e.circuit_probes + 1, 10))`;

/**
 * Takes the delivery of the CTE `wanted` and a lane of its endpoint, both or none, if the endpoint lets it: enabled, circuit
 * closed or due for a probe, rate not used up, a lane free. While an endpoint only fails it has one lane, so that a dead one
 * holds one call and not all of its own. Locks are skipped, never waited for, except the endpoint's own row where its circuit
 * or rate is counted.
 */
const claimText = (wanted: string) => `
  WITH wanted AS (${wanted}),
  lane AS (
    SELECT l.endpoint_id, l.number, e.circuit_open_until IS NOT NULL OR e.rate_per_second IS NOT NULL AS counted
    FROM wanted w JOIN webhook_endpoints e ON e.id = w.endpoint_id JOIN webhook_lanes l ON l.endpoint_id = e.id
    WHERE e.status = 'enabled' AND (e.circuit_open_until IS NULL OR e.circuit_open_until <= $2)
      AND (${rateAllows})
      AND l.number <= CASE WHEN e.failing_since IS NULL THEN e.concurrency ELSE 1 END
      AND (l.claimed_until IS NULL OR l.claimed_until <= $2)
    ORDER BY l.number LIMIT 1 FOR NO KEY UPDATE OF l SKIP LOCKED),
  counted AS (
    UPDATE webhook_endpoints e SET
      circuit_open_until = CASE WHEN e.circuit_open_until IS NOT NULL THEN $2 + ${nextProbe} END,
      circuit_probes = CASE WHEN e.circuit_open_until IS NOT NULL THEN e.circuit_probes + 1 ELSE 0 END,
      rate_flows_until = CASE WHEN e.rate_per_second IS NOT NULL
        THEN greatest(e.rate_flows_until, $2) + interval '1 second' / e.rate_per_second END
    FROM lane WHERE e.id = lane.endpoint_id AND lane.counted
      AND (e.circuit_open_until IS NULL OR e.circuit_open_until <= $2) AND (${rateAllows})
    RETURNING e.id),
  taken AS (
    UPDATE webhook_lanes l SET claimed_until = $4 FROM lane
    WHERE l.endpoint_id = lane.endpoint_id AND l.number = lane.number
      AND (NOT lane.counted OR EXISTS (SELECT 1 FROM counted))
    RETURNING l.endpoint_id, l.number)
  UPDATE webhook_deliveries d SET claimed_until = $4, parked_at = NULL
  FROM wanted w, taken t, webhook_endpoints e, webhook_events v
  WHERE d.id = w.id AND t.endpoint_id = w.endpoint_id AND e.id = w.endpoint_id AND v.id = d.event_id
  RETURNING d.id, d.endpoint_id AS "endpointId", t.number AS lane, v.type AS "eventType", v.body, v.test,
    d.attempt_count AS "attemptCount", d.attempts_before AS "attemptsBefore", d.claimed_until AS "claimedUntil", e.url,
    e.sealed_secret AS "sealedSecret", e.retired_secrets AS "retiredSecrets"`;

const claimOneText = claimText(`
    SELECT id, endpoint_id FROM webhook_deliveries
    WHERE id = $1 AND status = 'due' AND next_attempt_at <= $3 AND (claimed_until IS NULL OR claimed_until <= $2)
    FOR NO KEY UPDATE SKIP LOCKED`);

const claimNextText = claimText(`
    SELECT id, endpoint_id FROM webhook_deliveries
    WHERE endpoint_id = $1 AND status = 'due' AND parked_at IS NOT NULL AND next_attempt_at <= $3
      AND (claimed_until IS NULL OR claimed_until <= $2)
    ORDER BY next_attempt_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`);

/** Takes a delivery that is due. Undefined when it is not due, somebody else's, or its endpoint does not let it. */
export function claimDelivery(db: Queryable, id: string, now: Date): Promise<ClaimedDelivery | undefined> {
  return claim(db, { name: 'delivery_claim', text: claimOneText }, id, now);
}

/** Takes the delivery that waits longest in an endpoint's queue. Undefined when there is none, or the endpoint does not let it. */
export function claimNext(db: Queryable, endpointId: string, now: Date): Promise<ClaimedDelivery | undefined> {
  return claim(db, { name: 'delivery_claim_next', text: claimNextText }, endpointId, now);
}

async function claim(
  db: Queryable,
  statement: { name: string; text: string },
  id: string,
  now: Date,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await db.query<ClaimedDelivery>({
    ...statement,
    values: [id, now, later(now, earlyToleranceMs), later(now, claimSeconds * 1000)],
  });
  return rows[0];
}
