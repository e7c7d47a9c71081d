import { only, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { isWanted } from '../outbox/index.ts';

/**
 * A place in the order of events: by the transaction that wrote them, then by id. Transaction ids have 64 bits and are
 * never reused. They are text here.
 */
type EventPlace = { writtenBy: string; id: string };

type EventRow = EventPlace & { type: string; body: string; test: boolean; createdAt: Date; wanted: boolean };

/** The oldest transaction that has not ended. All before it have committed or rolled back. */
const frontier = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/** A snapshot. Rows it sees were created before it; rows of open and later transactions come after. */
export async function readMoment(db: Queryable): Promise<{ snapshot: string; oldest: string }> {
  const rows = await query<{ snapshot: string; oldest: string }>(
    db,
    'events_moment',
    sql`
      SELECT moment::text AS snapshot, pg_snapshot_xmin(moment)::text AS oldest
      FROM (SELECT pg_current_snapshot() AS moment) now`,
  );
  return only(rows);
}

/**
 * A tenant's events after a place, in order, at most `limit`. The events of a transaction come once every transaction
 * that began to write before it has ended, so a reader that continues after the last one gets each event exactly once.
 * @param createdFrom bounds what is looked at; an event with an earlier `created_at` is not found
 * @param types wanted types: `wanted` of a row says whether its type is one of them
 * @param unseenBy a snapshot of {@link readMoment}: events that it sees are left out
 */
export function listAfter(
  db: Queryable,
  tenant: Tenant,
  after: EventPlace & { createdFrom: Date; unseenBy: string | null; types: string[] },
  limit: number,
): Promise<EventRow[]> {
  return query(
    db,
    'events_list_after',
    sql`
      SELECT id, type, body, test, created_at AS "createdAt", written_by::text AS "writtenBy",
        ${isWanted(sql`type`, sql`${after.types}::text[]`)} AS wanted
      FROM webhook_events
      WHERE application_id = ${tenant.applicationId}::uuid AND environment = ${tenant.environment}::"Environment"
        AND created_at >= ${after.createdFrom}::timestamptz AND written_by < ${frontier}
        AND (written_by, id) > (${after.writtenBy}::bigint, ${after.id}::uuid)
        AND pg_visible_in_snapshot(written_by::text::xid8, ${after.unseenBy}::pg_snapshot) IS NOT TRUE
      ORDER BY written_by, id LIMIT ${limit}`,
  );
}
