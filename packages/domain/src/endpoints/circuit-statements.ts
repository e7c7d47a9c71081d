import { execute, only, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { circuitAttemptsMax } from './circuit.ts';

/** Whether the endpoint had an attempt in that time. In a run of failures, that attempt is a failure. */
export async function wasAttempted(
  db: Queryable,
  endpointId: string,
  time: { from: Date; to: Date },
): Promise<boolean> {
  const rows = await query<{ attempted: boolean }>(
    db,
    'endpoint_was_attempted',
    sql`
      SELECT EXISTS (
        SELECT 1 FROM webhook_attempts
        WHERE endpoint_id = ${endpointId}::uuid AND started_at BETWEEN ${time.from}::timestamptz AND ${time.to}::timestamptz
      ) AS attempted`,
  );
  return only(rows).attempted;
}

/** The endpoint's latest attempts since a time, and how many of them failed. */
export async function countLatest(
  db: Queryable,
  endpointId: string,
  from: Date,
): Promise<{ attempts: number; failures: number }> {
  return only(
    await query(
      db,
      'endpoint_count_latest',
      sql`
        SELECT count(*)::int AS attempts, count(error)::int AS failures FROM (
          SELECT error FROM webhook_attempts WHERE endpoint_id = ${endpointId}::uuid AND started_at >= ${from}::timestamptz
          ORDER BY started_at DESC LIMIT ${circuitAttemptsMax}) latest`,
    ),
  );
}

/**
 * Opens a circuit that is closed and has not been closed again since it was judged.
 * @returns whether it did
 */
export async function openCircuit(
  db: Queryable,
  by: { endpointId: string; closedAt: Date | null; until: Date },
): Promise<boolean> {
  const written = await execute(
    db,
    'endpoint_open_circuit',
    sql`
      UPDATE webhook_endpoints SET circuit_open_until = ${by.until}::timestamptz, circuit_probes = 0
      WHERE id = ${by.endpointId}::uuid AND circuit_open_until IS NULL
        AND circuit_closed_at IS NOT DISTINCT FROM ${by.closedAt}::timestamptz`,
  );
  return written === 1;
}

/**
 * Updates the endpoint of the CTE `moved` after an attempt: the first failure begins a run of failures, and a success
 * ends it and closes the circuit. Writes nothing when the endpoint does not change.
 */
export function turnEndpoint(failed: Sql, startedAt: Date, at: Date): Sql {
  return sql`
    UPDATE webhook_endpoints e SET failing_since = CASE WHEN ${failed} THEN ${startedAt}::timestamptz END, alerts_sent = 0,
      circuit_open_until = CASE WHEN ${failed} THEN e.circuit_open_until END,
      circuit_closed_at = CASE WHEN NOT ${failed} AND e.circuit_open_until IS NOT NULL THEN ${at}::timestamptz
        ELSE e.circuit_closed_at END
    FROM moved WHERE e.id = moved.endpoint_id
      AND ((e.failing_since IS NULL) = ${failed} OR (NOT ${failed} AND e.circuit_open_until IS NOT NULL))`;
}
