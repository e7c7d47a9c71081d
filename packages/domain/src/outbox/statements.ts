import { type Environment, execute, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { queueDeliveries, queueTest } from './queue-statements.ts';

// Every statement that inserts webhook events is in this file.

/**
 * The type and the frozen body of an event; null makes no event. `sequence` is 2 for an event that
 * corrects the first one of its type, else it is left out.
 */
export type FrozenEvent = { type: string; body: string; sequence?: number } | null;

/**
 * The CTEs `frozen` and `queued`: the event about each row of `from`, at most one per row, type and sequence, and a
 * delivery for every endpoint that receives it. They are part of the statement that changes the state, so that state and
 * outbox commit together: `WITH settled AS (UPDATE … RETURNING …), ${freezeEvent(sql`settled`, …)} SELECT …`
 * @param from a CTE with `id`, `application_id` and `environment`
 */
export function freezeEvent(from: Sql, event: FrozenEvent, at: Date): Sql {
  return sql`
    frozen AS (
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, sequence, body, created_at)
      SELECT gen_random_uuid(), s.application_id, s.environment, ${event?.type ?? null}::text, s.id,
        ${event?.sequence ?? 1}::int, ${event?.body ?? null}::text, ${at}::timestamptz
      FROM ${from} s WHERE ${event?.body ?? null}::text IS NOT NULL
      ON CONFLICT (subject_id, type, sequence) DO NOTHING
      RETURNING id, application_id, environment, type, created_at),
    queued AS (${queueDeliveries})`;
}

/** {@link freezeEvent} for rows of `from` that each have the `type` and `body` of their event. */
export function freezeEvents(from: Sql, at: Date): Sql {
  return sql`
    frozen AS (
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
      SELECT gen_random_uuid(), s.application_id, s.environment, s.type, s.id, s.body, ${at}::timestamptz FROM ${from} s
      ON CONFLICT (subject_id, type, sequence) DO NOTHING
      RETURNING id, application_id, environment, type, created_at),
    queued AS (${queueDeliveries})`;
}

/**
 * Makes an event and queues it for every enabled endpoint of the tenant that receives its type.
 * Does nothing when the subject has an event of that type.
 * @returns how many deliveries it queued
 */
export function announce(
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
): Promise<number> {
  const { type, subjectId, applicationId, environment, body, at } = event;
  return execute(
    db,
    'event_announce',
    sql`
      WITH subject AS (
        SELECT ${subjectId}::uuid AS id, ${applicationId}::uuid AS application_id, ${environment}::"Environment" AS environment),
      ${freezeEvent(sql`subject`, { type, body }, at)}
      SELECT id FROM queued`,
  );
}

/**
 * Makes a test event and its delivery to one endpoint, whatever types the endpoint receives, with
 * the audit entry of the endpoint. The delivery goes into the endpoint's queue.
 */
export async function announceTest(
  db: Queryable,
  event: {
    id: string;
    type: string;
    /** An id that no row has. */
    subjectId: string;
    applicationId: string;
    environment: Environment;
    body: string;
    at: Date;
  },
  delivery: { id: string; endpointId: string },
  audit: Audit,
): Promise<void> {
  const { id, type, subjectId, applicationId, environment, body, at } = event;
  await query(
    db,
    'event_announce_test',
    sql`
      WITH frozen AS (
        INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, test, created_at)
        VALUES (${id}::uuid, ${applicationId}::uuid, ${environment}::"Environment", ${type}, ${subjectId}::uuid, ${body}, true,
          ${at}::timestamptz)
        RETURNING id, application_id, created_at),
      queued AS (${queueTest(delivery)}),
      tested AS (SELECT ${delivery.endpointId}::uuid AS id, application_id FROM frozen)
      ${insertAudit(sql`tested`, audit, at)}`,
  );
}

/**
 * When the newest tests of an endpoint since a time were made, at most `limit`, the newest first.
 */
export async function listTests(db: Queryable, endpointId: string, since: Date, limit: number): Promise<Date[]> {
  const rows = await query<{ createdAt: Date }>(
    db,
    'event_list_tests',
    sql`
      SELECT v.created_at AS "createdAt"
      FROM webhook_endpoints e
        JOIN webhook_events v ON v.application_id = e.application_id AND v.environment = e.environment
      WHERE e.id = ${endpointId}::uuid AND v.created_at > ${since}::timestamptz AND v.test
        AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = v.id AND d.endpoint_id = e.id)
      ORDER BY v.created_at DESC LIMIT ${limit}`,
  );
  return rows.map(({ createdAt }) => createdAt);
}
