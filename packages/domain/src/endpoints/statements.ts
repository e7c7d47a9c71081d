import { only, type Queryable } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { circuitAttemptsMax } from './circuit.ts';

/** Deliveries cancelled with their endpoint; more than these are cancelled by the sweep. */
const cancelledAtOnceMax = 1000;

/** Whether the endpoint was tried in that time. In a run of failures that is a failure. */
export async function wasAttempted(
  db: Queryable,
  endpointId: string,
  time: { from: Date; to: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ attempted: boolean }>({
    name: 'endpoint_was_attempted',
    text: `SELECT EXISTS (
      SELECT 1 FROM webhook_attempts WHERE endpoint_id = $1 AND started_at BETWEEN $2 AND $3) AS attempted`,
    values: [endpointId, time.from, time.to],
  });
  return only(rows).attempted;
}

/** The endpoint's latest attempts since a time, and how many of them failed. */
export async function countLatest(
  db: Queryable,
  endpointId: string,
  from: Date,
): Promise<{ attempts: number; failures: number }> {
  const { rows } = await db.query<{ attempts: number; failures: number }>({
    name: 'endpoint_count_latest',
    text: `
      SELECT count(*)::int AS attempts, count(error)::int AS failures FROM (
        SELECT error FROM webhook_attempts WHERE endpoint_id = $1 AND started_at >= $2 ORDER BY started_at DESC LIMIT $3) latest`,
    values: [endpointId, from, circuitAttemptsMax],
  });
  return only(rows);
}

/** Opens a circuit that is closed and has not been closed anew since it was judged. Answers whether it did. */
export async function openCircuit(
  db: Queryable,
  by: { endpointId: string; closedAt: Date | null; until: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'endpoint_open_circuit',
    text: `UPDATE webhook_endpoints SET circuit_open_until = $3, circuit_probes = 0
      WHERE id = $1 AND circuit_open_until IS NULL AND circuit_closed_at IS NOT DISTINCT FROM $2`,
    values: [by.endpointId, by.closedAt, by.until],
  });
  return rowCount === 1;
}

/**
 * Disables an endpoint with its audit row, and cancels what is due to it. Deliveries under way are left to their workers,
 * also because waiting for them could deadlock. False when it was disabled before.
 */
export async function switchOff(
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
        UPDATE webhook_deliveries SET status = 'cancelled', ended_at = $3, next_attempt_at = NULL, claimed_until = NULL,
          parked_at = NULL
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
