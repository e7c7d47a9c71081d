import { only, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import type { ListEntry } from './phone-list.ts';

type Wanted = Tenant & { phoneHash: string };
type Found = Omit<ListEntry, 'until'> & Wanted & { until: Date | null };

/** What the lists of each application say about each phone, in one statement, by the index on phones. */
export async function readListEntries(
  db: Queryable,
  wanted: readonly Wanted[],
): Promise<(about: Tenant & { phoneHash: string | null }) => readonly ListEntry[]> {
  if (wanted.length === 0) return () => [];
  const phones = wanted.map(({ applicationId, environment, phoneHash }) => ({ applicationId, environment, phoneHash }));
  const rows = await query<Found>(
    db,
    'guard_list_entries_of_phones',
    sql`
      SELECT e.id, e.list, e.until, e.application_id AS "applicationId", e.environment, e.phone_hash AS "phoneHash"
      FROM (SELECT DISTINCT * FROM json_to_recordset(${JSON.stringify(phones)}::json)
        AS w("applicationId" uuid, environment "Environment", "phoneHash" text)) w
      JOIN guard_list_entries e ON e.application_id = w."applicationId" AND e.environment = w.environment
        AND e.phone_hash = w."phoneHash"`,
  );
  return (about) =>
    rows.filter(
      (row) =>
        row.applicationId === about.applicationId &&
        row.environment === about.environment &&
        row.phoneHash === about.phoneHash,
    );
}

/** How many phones all lists have, and how many were added under another key; all of them where there is no key. */
export async function countListed(db: Queryable, keyId: string | null): Promise<{ count: number; foreign: number }> {
  const rows = await query<{ count: number; foreign: number }>(
    db,
    'guard_list_entries_foreign',
    sql`
      SELECT count(*)::int AS count, (count(*) FILTER (WHERE key_id IS DISTINCT FROM ${keyId}))::int AS foreign
      FROM guard_list_entries`,
  );
  return only(rows);
}
