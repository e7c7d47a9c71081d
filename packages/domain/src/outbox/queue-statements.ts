import { type Queryable, query, type Sql, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { isWanted } from './wanted-statements.ts';

// Every statement that inserts webhook deliveries is in this file. New deliveries are due.

/**
 * Inserts a delivery of each event of the CTE `frozen` for every enabled endpoint that receives its
 * type, into the queue of the endpoint.
 */
export const queueDeliveries: Sql = sql`
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, parked_at, created_at)
  SELECT gen_random_uuid(), e.id, frozen.id, frozen.created_at,
    frozen.created_at, frozen.created_at
  FROM frozen JOIN webhook_endpoints e ON e.application_id = frozen.application_id AND e.environment = frozen.environment
  WHERE e.status = 'enabled' AND ${isWanted(sql`frozen.type`, sql`e.events`)}
  RETURNING id`;

/** Inserts a delivery of the event of the CTE `frozen` to one endpoint, into its queue. */
export function queueTest(delivery: { id: string; endpointId: string }): Sql {
  return sql`
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, parked_at, created_at)
    SELECT ${delivery.id}::uuid, ${delivery.endpointId}::uuid, frozen.id, frozen.created_at, frozen.created_at, frozen.created_at
    FROM frozen`;
}

/**
 * Inserts a delivery of each event of the CTE `looked` that the endpoint of the CTE `running`
 * receives and never got.
 */
export function queueMissing(now: Date): Sql {
  const at = sql`${now}::timestamptz`;
  return sql`
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, parked_at, created_at)
    SELECT gen_random_uuid(), running.endpoint_id, l.id, ${at}, ${at}, ${at} FROM running, looked l
    WHERE NOT l.test AND l.body_erased_at IS NULL AND ${isWanted(sql`l.type`, sql`running.events`)}
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = l.id AND d.endpoint_id = running.endpoint_id)
    ON CONFLICT (event_id, endpoint_id, copy) DO NOTHING
    RETURNING id`;
}

/**
 * Inserts another delivery of an event that the endpoint has a delivery of, with its audit entry.
 */
export async function sendCopy(
  db: Queryable,
  delivery: { id: string; eventId: string; endpointId: string; copy: number; at: Date },
  audit: Audit,
): Promise<void> {
  const { id, eventId, endpointId, copy } = delivery;
  const at = sql`${delivery.at}::timestamptz`;
  await query(
    db,
    'delivery_send_copy',
    sql`
      WITH sent AS (
        INSERT INTO webhook_deliveries (id, event_id, endpoint_id, copy, next_attempt_at, parked_at, created_at)
        SELECT ${id}::uuid, ${eventId}::uuid, ${endpointId}::uuid, ${copy}::int, ${at}, ${at}, ${at}
        RETURNING id, endpoint_id),
      owned AS (SELECT s.id, e.application_id FROM sent s JOIN webhook_endpoints e ON e.id = s.endpoint_id)
      ${insertAudit(sql`owned`, audit, delivery.at)}`,
  );
}
