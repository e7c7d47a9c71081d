import { type Environment, only, type Queryable } from '@tillgate/db';

/**
 * A place in the order of events: by the transaction that wrote them, then by id. Transaction ids are 64 bits wide and
 * never come again, so they are text here.
 */
export type EventPlace = { writtenBy: string; id: string };

export type EventRow = EventPlace & { type: string; body: string; test: boolean; createdAt: Date };

/** The oldest transaction that has not ended. Of all before it, it is known for ever whether they happened. */
const frontier = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/** The first transaction that has not begun to write: what comes from it on comes after this moment. */
export async function readFrontier(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ writtenBy: string }>({
    name: 'events_frontier',
    text: `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS "writtenBy"`,
    values: [],
  });
  return only(rows).writtenBy;
}

/**
 * A tenant's events after a place, in order, at most `limit`. Those of a transaction come once every transaction that began
 * to write before it has ended: whoever goes on from the last of them misses none that commits late, and gets none twice.
 * @param createdFrom bounds what is looked at; an event with an earlier `created_at` is not found
 */
export async function listAfter(
  db: Queryable,
  tenant: { applicationId: string; environment: Environment },
  after: EventPlace & { createdFrom: Date },
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow>({
    name: 'events_list_after',
    text: `
      SELECT id, type, body, test, created_at AS "createdAt", written_by::text AS "writtenBy"
      FROM webhook_events
      WHERE application_id = $1 AND environment = $2 AND created_at >= $3
        AND written_by < ${frontier} AND (written_by, id) > ($4::bigint, $5::uuid)
      ORDER BY written_by, id LIMIT $6`,
    values: [tenant.applicationId, tenant.environment, after.createdFrom, after.writtenBy, after.id, limit],
  });
  return rows;
}
