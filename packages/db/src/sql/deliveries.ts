import type { Environment } from '../generated/prisma/enums.ts';
import type { Queryable } from './statement.ts';

/** SQL expressions of one event: parameters such as `$1`, or columns of the row set named in `from`. */
export type QueueExpressions = {
  type: string;
  subjectId: string;
  applicationId: string;
  environment: string;
  /** Null queues nothing. */
  body: string;
  dueAt: string;
  queuedAt: string;
  /** A CTE of the same statement, e.g. `settled`: no row of it, no delivery. Its columns may be used in the others. */
  from?: string;
};

/**
 * One INSERT that queues an event for every endpoint that wants it, and answers `id, endpoint_id, application_id` of the new deliveries. It may
 * stand alone or inside the statement that makes the event, so that state and outbox commit together:
 * `WITH settled AS (UPDATE … RETURNING id, …), queued AS (<this, from: 'settled', subjectId: 'settled.id'>) SELECT …`
 */
export function queueDeliveriesSql(of: QueueExpressions): string {
  return `
    INSERT INTO webhook_deliveries (id, endpoint_id, event_type, subject_id, body, next_attempt_at, created_at)
    SELECT gen_random_uuid(), e.id, (${of.type})::text, (${of.subjectId})::uuid, (${of.body})::text,
      (${of.dueAt})::timestamptz, (${of.queuedAt})::timestamptz
    FROM webhook_endpoints e ${of.from === undefined ? '' : `CROSS JOIN ${of.from}`}
    WHERE e.application_id = (${of.applicationId})::uuid AND e.environment = (${of.environment})::"Environment"
      AND (${of.body})::text IS NOT NULL AND e.status = 'enabled' AND (coalesce(cardinality(e.events), 0) = 0 OR (${of.type})::text = ANY (e.events))
    ON CONFLICT (endpoint_id, event_type, subject_id) DO NOTHING
    RETURNING id, endpoint_id,
      (SELECT w.application_id FROM webhook_endpoints w WHERE w.id = endpoint_id) AS application_id`;
}

/** A delivery that was just queued, as the event `delivery.due` names it. */
export type QueuedDelivery = { deliveryId: string; endpointId: string; applicationId: string };

/** The deliveries of a CTE of {@link queueDeliveriesSql}, as one JSON list of {@link QueuedDelivery}. */
export const queuedJson = (queued: string) => `
  coalesce((SELECT json_agg(json_build_object('deliveryId', id, 'endpointId', endpoint_id, 'applicationId', application_id))
    FROM ${queued}), '[]')`;

const queued = queueDeliveriesSql({
  type: '$1',
  subjectId: '$2',
  applicationId: '$3',
  environment: '$4',
  body: '$5',
  dueAt: '$6',
  queuedAt: '$7',
});
const queueStatement = `WITH queued AS (${queued}) 
  SELECT id AS "deliveryId", endpoint_id AS "endpointId", application_id AS "applicationId" FROM queued`;

/**
 * Queues an event for every enabled endpoint of the tenant that wants its type, once per endpoint and subject for ever.
 * Answers the new deliveries. `db` is the pool, or the connection of the transaction that makes the event.
 */
export async function queue(
  db: Queryable,
  event: {
    type: string;
    /** The row that the event is about. */
    subjectId: string;
    applicationId: string;
    environment: Environment;
    body: string;
    dueAt: Date;
    queuedAt: Date;
  },
): Promise<QueuedDelivery[]> {
  const { type, subjectId, applicationId, environment, body, dueAt, queuedAt } = event;
  const { rows } = await db.query<QueuedDelivery>({
    name: 'deliveries_queue',
    text: queueStatement,
    values: [type, subjectId, applicationId, environment, body, dueAt, queuedAt],
  });
  return rows;
}
