import { type Sql, sql } from '@tillgate/db';

/**
 * A worker holds a delivery and a lane of its endpoint this long: longer than any attempt can take (15 s), or two workers
 * could post at once.
 */
export const laneSeconds = 20;
/** A lane that has been held for longer than this is held by an endpoint that is slow. */
const quickSeconds = 1;

const slowLanes = sql`
  SELECT count(*) FROM webhook_lanes l WHERE l.endpoint_id = e.id
    AND l.claimed_until BETWEEN told.created_at
      AND told.created_at + make_interval(secs => ${laneSeconds - quickSeconds}::int)`;

/**
 * Inserts a delivery of each event of the CTE `told` for every enabled endpoint that wants it. A delivery to an endpoint
 * whose circuit is open, or whose lanes are all held by slow calls, goes into the endpoint's queue at once.
 */
export const queueDeliveries: Sql = sql`
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, parked_at, created_at)
  SELECT gen_random_uuid(), e.id, told.id, told.created_at,
    CASE WHEN e.circuit_open_until > told.created_at
        OR (${slowLanes}) >= CASE WHEN e.failing_since IS NULL THEN e.concurrency ELSE 1 END
      THEN told.created_at END, told.created_at
  FROM told JOIN webhook_endpoints e ON e.application_id = told.application_id AND e.environment = told.environment
  WHERE e.status = 'enabled' AND (coalesce(cardinality(e.events), 0) = 0 OR told.type = ANY (e.events))
  RETURNING id, endpoint_id, parked_at`;
