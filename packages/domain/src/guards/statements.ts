import { execute, only, type Queryable, query, sql } from '@tillgate/db';

/** A stopped number, as it may be shown: without the number and its hash. */
export type StoppedPhone = { reason: string; addedBy: string; addedAt: Date; keyId: string };

/** All hashes, by the key that they were made with; at most `limit`. */
export function listHashes(db: Queryable, limit: number): Promise<{ hash: string; keyId: string }[]> {
  return query(
    db,
    'stopped_phones_hashes',
    sql`SELECT phone_hash AS hash, key_id AS "keyId" FROM stopped_phones ORDER BY added_at LIMIT ${limit}::int`,
  );
}

/** The newest entries, and how many there are. */
export async function listStopped(db: Queryable, limit: number): Promise<{ entries: StoppedPhone[]; count: number }> {
  const entries = await query<StoppedPhone>(
    db,
    'stopped_phones_list',
    sql`
      SELECT reason, added_by AS "addedBy", added_at AS "addedAt", key_id AS "keyId" FROM stopped_phones
      ORDER BY added_at DESC LIMIT ${limit}::int`,
  );
  return { entries, count: await countStopped(db) };
}

export async function countStopped(db: Queryable): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    'stopped_phones_count',
    sql`SELECT count(*)::int AS count FROM stopped_phones`,
  );
  return only(rows).count;
}

/** How many numbers were added under another key; all of them where there is no key. */
export async function countForeign(db: Queryable, keyId: string | null): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    'stopped_phones_foreign',
    sql`SELECT count(*)::int AS count FROM stopped_phones WHERE key_id IS DISTINCT FROM ${keyId}`,
  );
  return only(rows).count;
}

/** @returns false when the number is stopped already */
export async function insertStopped(db: Queryable, row: StoppedPhone & { hash: string }): Promise<boolean> {
  const written = await execute(
    db,
    'stopped_phones_insert',
    sql`
      INSERT INTO stopped_phones (phone_hash, key_id, reason, added_by, added_at)
      VALUES (${row.hash}, ${row.keyId}, ${row.reason}, ${row.addedBy}, ${row.addedAt}::timestamptz)
      ON CONFLICT (phone_hash) DO NOTHING`,
  );
  return written === 1;
}

/** @returns false when the number is not stopped */
export async function deleteStopped(db: Queryable, hash: string): Promise<boolean> {
  const written = await execute(
    db,
    'stopped_phones_delete',
    sql`DELETE FROM stopped_phones WHERE phone_hash = ${hash}`,
  );
  return written === 1;
}
