import { type Environment, only, type Queryable, query, sql } from '@tillgate/db';

/**
 * A place in the order of events: by the transaction that wrote them, then by id. Transaction ids
 * are 64 bits wide and never come again, so they are text here.
 */
type EventPlace = { writtenBy: string; id: string };

type EventRow = EventPlace & { type: string; body: string; test: boolean; createdAt: Date };

/** The oldest transaction that has not ended. All before it have committed or rolled back. */
const frontier = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/**
 * The first transaction that has not begun to write: events of it and later ones are made after
 * this moment.
 */
export async function readFrontier(db: Queryable): Promise<string> {
  const rows = await query<{ writtenBy: string }>(
    db,
    'events_frontier',
    sql`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS "writtenBy"`,
  );
  return only(rows).writtenBy;
}

/**
 * A tenant's events after a place, in order, at most `limit`. The events of a transaction come
 * once every transaction that began to write before it has ended, so a reader that goes on from the
 * last one misses none and gets none twice.
 * @param createdFrom bounds what is looked at; an event with an earlier `created_at` is not found
 */
export function listAfter(
  db: Queryable,
  tenant: { applicationId: string; environment: Environment },
  after: EventPlace & { createdFrom: Date },
  limit: number,
): Promise<EventRow[]> {
  return query(
    db,
    'events_list_after',
    sql`
      SELECT id, type, body, test, created_at AS "createdAt", written_by::text AS "writtenBy"
      FROM webhook_events
      WHERE application_id = ${tenant.applicationId}::uuid AND environment = ${tenant.environment}::"Environment"
        AND created_at >= ${after.createdFrom}::timestamptz AND written_by < ${frontier}
        AND (written_by, id) > (${after.writtenBy}::bigint, ${after.id}::uuid)
      ORDER BY written_by, id LIMIT ${limit}`,
  );
}
