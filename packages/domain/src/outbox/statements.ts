import type { Environment, Queryable } from '@tillgate/db';

/** A worker holds a delivery and a lane of its endpoint this long: longer than any attempt can take (15 s), or two could post at once. */
export const laneSeconds = 20;
/** A lane that has been held for longer than this is held by an endpoint that is slow. */
const quickSeconds = 1;

/** SQL expressions of one event: parameters such as `$1`, or columns of the row set named in `from`. */
export type EventExpressions = {
  type: string;
  subjectId: string;
  applicationId: string;
  environment: string;
  /** Null makes no event. */
  body: string;
  at: string;
  /** A CTE of the same statement, e.g. `settled`: no row of it, no event. Its columns may be used in the others. */
  from?: string;
};

const heldLanes = `SELECT count(*) FROM webhook_lanes l WHERE l.endpoint_id = e.id
          AND l.claimed_until BETWEEN told.created_at AND told.created_at + interval '${laneSeconds - quickSeconds} seconds'`;

/**
 * The CTEs `told` and `queued`: the event, once for ever per subject and type, and a delivery for every endpoint that wants
 * it. They stand inside the statement that makes the event happen, so that state and outbox commit together:
 * `WITH settled AS (UPDATE … RETURNING id, …), <this, from: 'settled', subjectId: 'settled.id'> SELECT …`
 * A delivery to an endpoint whose circuit is open, or whose lanes are all held by slow calls, goes into its queue at once: a run
 * of its own would only be turned away.
 */
export function eventCtes(of: EventExpressions): string {
  return `told AS (
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
      SELECT gen_random_uuid(), (${of.applicationId})::uuid, (${of.environment})::"Environment", (${of.type})::text,
        (${of.subjectId})::uuid, (${of.body})::text, (${of.at})::timestamptz
      ${of.from === undefined ? '' : `FROM ${of.from}`} WHERE (${of.body})::text IS NOT NULL
      ON CONFLICT (subject_id, type) DO NOTHING
      RETURNING id, application_id, environment, type, created_at),
    queued AS (
      INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, parked_at, created_at)
      SELECT gen_random_uuid(), e.id, told.id, told.created_at,
        CASE WHEN e.circuit_open_until > told.created_at OR (${heldLanes}) >= CASE WHEN e.failing_since IS NULL THEN e.concurrency ELSE 1 END
          THEN told.created_at END, told.created_at
      FROM told JOIN webhook_endpoints e ON e.application_id = told.application_id AND e.environment = told.environment
      WHERE e.status = 'enabled' AND (coalesce(cardinality(e.events), 0) = 0 OR told.type = ANY (e.events))
      RETURNING id, endpoint_id, parked_at)`;
}

/** A delivery that was just queued and is not parked, as the event `delivery.due` names it. */
export type QueuedDelivery = { deliveryId: string; endpointId: string };

/** The deliveries of {@link eventCtes} that somebody has to be told about, as one JSON list of {@link QueuedDelivery}. */
export const queuedJson = `
  coalesce((SELECT json_agg(json_build_object('deliveryId', id, 'endpointId', endpoint_id))
    FROM queued WHERE parked_at IS NULL), '[]')`;

const tellStatement = `
  WITH ${eventCtes({ type: '$1', subjectId: '$2', applicationId: '$3', environment: '$4', body: '$5', at: '$6' })}
  SELECT id AS "deliveryId", endpoint_id AS "endpointId" FROM queued WHERE parked_at IS NULL`;

/**
 * Makes an event and queues it for every enabled endpoint of the tenant that wants its type; does nothing when the subject
 * had such an event before. Answers the new deliveries. `db` is the pool, or the connection of the transaction that makes
 * the event happen.
 */
export async function tell(
  db: Queryable,
  event: {
    type: string;
    /** The row that the event is about. */
    subjectId: string;
    applicationId: string;
    environment: Environment;
    body: string;
    at: Date;
  },
): Promise<QueuedDelivery[]> {
  const { type, subjectId, applicationId, environment, body, at } = event;
  const { rows } = await db.query<QueuedDelivery>({
    name: 'event_tell',
    text: tellStatement,
    values: [type, subjectId, applicationId, environment, body, at],
  });
  return rows;
}
