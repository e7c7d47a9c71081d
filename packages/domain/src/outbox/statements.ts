import { type Environment, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { queueDeliveries } from '../deliveries/statements.ts';

/** A delivery that was just queued and is not parked, as the signal `delivery.due` names it. */
export type QueuedDelivery = { deliveryId: string; endpointId: string };

/** The type and the frozen body of an event; null makes no event. */
export type FrozenEvent = { type: string; body: string } | null;

/**
 * The CTEs `told` and `queued`: the event about each row of `from`, at most one per row and type for ever, and a delivery
 * for every endpoint that wants it. They stand inside the statement that makes the event happen, so that state and outbox
 * commit together: `WITH settled AS (UPDATE … RETURNING id, application_id, environment), ${freezeEvent(sql`settled`, …)} …`
 * @param from a CTE with `id`, `application_id` and `environment`
 */
export function freezeEvent(from: Sql, event: FrozenEvent, at: Date): Sql {
  return sql`
    told AS (
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
      SELECT gen_random_uuid(), s.application_id, s.environment, ${event?.type ?? null}::text, s.id,
        ${event?.body ?? null}::text, ${at}::timestamptz
      FROM ${from} s WHERE ${event?.body ?? null}::text IS NOT NULL
      ON CONFLICT (subject_id, type) DO NOTHING
      RETURNING id, application_id, environment, type, created_at),
    queued AS (${queueDeliveries})`;
}

/** The deliveries of {@link freezeEvent} that the queue has to be told about, as one JSON list of {@link QueuedDelivery}. */
export const queuedJson: Sql = sql`
  coalesce((SELECT json_agg(json_build_object('deliveryId', id, 'endpointId', endpoint_id))
    FROM queued WHERE parked_at IS NULL), '[]')`;

/**
 * Makes an event and queues it for every enabled endpoint of the tenant that wants its type. Does nothing when the subject
 * had such an event before.
 * @returns the new deliveries
 */
export function tell(
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
  return query(
    db,
    'event_tell',
    sql`
      WITH subject AS (
        SELECT ${subjectId}::uuid AS id, ${applicationId}::uuid AS application_id, ${environment}::"Environment" AS environment),
      ${freezeEvent(sql`subject`, { type, body }, at)}
      SELECT id AS "deliveryId", endpoint_id AS "endpointId" FROM queued WHERE parked_at IS NULL`,
  );
}
