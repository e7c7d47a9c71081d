import { type Sql, sql } from '@tillgate/db';
import { circuitProbeSecondsMax, circuitProbeSecondsMin } from './circuit.ts';

// The throttles of an endpoint `e`: its lanes, its circuit and its rate. Other statements embed
// them.

/** The number of lanes in use: only one while the endpoint fails, so that a dead endpoint blocks one call. */
const lanesInUse: Sql = sql`CASE WHEN e.failing_since IS NULL THEN e.concurrency ELSE 1 END`;

/** The lane `l` of the endpoint is in use and nobody holds it. */
export function isLaneFree(now: Date): Sql {
  return sql`(l.number <= ${lanesInUse} AND (l.claimed_until IS NULL OR l.claimed_until <= ${now}::timestamptz))`;
}

/**
 * The endpoint may be called: it is enabled, its circuit is closed or due for a probe, and its rate
 * is not used up.
 */
export function allowsAttempt(now: Date): Sql {
  return sql`(e.status = 'enabled' AND ${circuitAllows(now)} AND ${rateAllows(now)})`;
}

function circuitAllows(now: Date): Sql {
  return sql`(e.circuit_open_until IS NULL OR e.circuit_open_until <= ${now}::timestamptz)`;
}

/** GCRA with a burst of one second, so that a queue that is read once a second still reaches the full rate. */
function rateAllows(now: Date): Sql {
  return sql`(e.rate_per_second IS NULL OR e.rate_flows_until IS NULL
    OR e.rate_flows_until <= ${now}::timestamptz + interval '1 second' * (e.rate_per_second - 1) / e.rate_per_second)`;
}

/** Attempts must be counted on the endpoint's row, because its circuit is open or its rate is limited. */
export const isCounted: Sql = sql`(e.circuit_open_until IS NOT NULL OR e.rate_per_second IS NOT NULL)`;

/**
 * Counts a new attempt on the endpoint of the CTE `lane`, if the endpoint still allows it. Waits for other workers that
 * count, so that two workers never make the same probe.
 */
export function countAttempt(now: Date): Sql {
  return sql`
    UPDATE webhook_endpoints e SET
      circuit_open_until = CASE WHEN e.circuit_open_until IS NOT NULL THEN ${now}::timestamptz + ${probeInterval} END,
      circuit_probes = CASE WHEN e.circuit_open_until IS NOT NULL THEN e.circuit_probes + 1 ELSE 0 END,
      rate_flows_until = CASE WHEN e.rate_per_second IS NOT NULL
        THEN greatest(e.rate_flows_until, ${now}::timestamptz) + interval '1 second' / e.rate_per_second END
    FROM lane WHERE e.id = lane.endpoint_id AND lane.counted AND ${allowsAttempt(now)}
    RETURNING e.id`;
}

/**
 * How long the circuit stays open after the probe that begins now. The exponent is limited, because probes continue for
 * days.
 */
const probeInterval: Sql = sql`interval '1 second'
  * least(${circuitProbeSecondsMax}::int, ${circuitProbeSecondsMin}::int * 2 ^ least(e.circuit_probes + 1, 10))`;
