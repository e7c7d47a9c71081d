import { execute, type Queryable, query, sql } from '@tillgate/db';
import { isIdle, isSignalDue, nextSignal } from '../signals/next-signal.ts';

/** Locks exports of an organization against other requests until the transaction ends, and counts the open ones. */
export async function lockOpenExports(db: Queryable, applicationId: string): Promise<number> {
  await query(
    db,
    'exports_lock',
    sql`
      SELECT pg_advisory_xact_lock(hashtext('tillgate.exports'), hashtext(organization_id::text))
      FROM applications WHERE id = ${applicationId}::uuid`,
  );
  const [open] = await query<{ count: number }>(
    db,
    'exports_count_open',
    sql`
      SELECT count(*)::int AS count FROM exports e JOIN applications a ON a.id = e.application_id
      WHERE e.status IN ('queued', 'running')
        AND a.organization_id = (SELECT organization_id FROM applications WHERE id = ${applicationId}::uuid)`,
  );
  return open?.count ?? 0;
}

/**
 * Open exports without work for `idleSeconds`, at most `limit`. Later sweeps skip them for a time that grows with their
 * idle time.
 */
export async function claimIdle(
  db: Queryable,
  by: { now: Date; idleSeconds: number; limit: number },
): Promise<string[]> {
  const since = sql`coalesce(worked_at, created_at)`;
  const rows = await query<{ id: string }>(
    db,
    'exports_claim_idle',
    sql`
      UPDATE exports SET signal_after = ${nextSignal(by.now, { since, secondsMin: by.idleSeconds })} WHERE id IN (
        SELECT id FROM exports
        WHERE status IN ('queued', 'running') AND ${isIdle(by)} AND ${isSignalDue(by.now)}
        ORDER BY worked_at NULLS FIRST LIMIT ${by.limit}::int FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Records that a worker begins the next part, so that no sweep publishes the export.
 * @returns the number of attempts since the last part
 */
export async function begin(db: Queryable, exportId: string, now: Date): Promise<number> {
  const [row] = await query<{ attempts: number }>(
    db,
    'export_begin',
    sql`
      UPDATE exports SET worked_at = ${now}::timestamptz, attempts = attempts + 1 WHERE id = ${exportId}::uuid
      RETURNING attempts`,
  );
  return row?.attempts ?? 0;
}

/** Records that a worker is still at an export. */
export async function touch(db: Queryable, exportId: string, now: Date): Promise<void> {
  await execute(
    db,
    'export_touch',
    sql`UPDATE exports SET worked_at = ${now}::timestamptz WHERE id = ${exportId}::uuid`,
  );
}

/** One part of an export; undefined when there is none with the number. */
async function readPart(db: Queryable, exportId: string, number: number): Promise<Buffer | undefined> {
  const [part] = await query<{ body: Buffer }>(
    db,
    'export_read_part',
    sql`SELECT body FROM export_parts WHERE export_id = ${exportId}::uuid AND number = ${number}::int`,
  );
  return part?.body;
}

/** The same of the sheet for people. */
async function readPeoplePart(db: Queryable, exportId: string, number: number): Promise<Buffer | undefined> {
  const [part] = await query<{ people: Buffer | null }>(
    db,
    'export_read_people_part',
    sql`SELECT people FROM export_parts WHERE export_id = ${exportId}::uuid AND number = ${number}::int`,
  );
  return part?.people ?? undefined;
}

type Stored = { exportId: string; partCount: number; hasPeople: boolean };

/**
 * The parts of a file in order, one at a time: those of the sheet for people, then those of the rows. Number 0 is what
 * stands before each, and `partCount + 1` what stands after all. Not every number has a part.
 */
export async function* partsInOrder(
  db: Queryable,
  { exportId, partCount, hasPeople }: Stored,
): AsyncGenerator<{ of: 'people' | 'rows'; number: number; body: Buffer }> {
  for (let number = 0; hasPeople && number <= partCount; number += 1) {
    const body = await readPeoplePart(db, exportId, number);
    if (body) yield { of: 'people', number, body };
  }
  for (let number = 0; number <= partCount + 1; number += 1) {
    const body = await readPart(db, exportId, number);
    if (body) yield { of: 'rows', number, body };
  }
}

/** Removes the parts of exports that no longer have a file, of at most `limit` of them. */
export async function removeParts(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    'exports_remove_parts',
    sql`
      DELETE FROM export_parts WHERE export_id IN (
        SELECT id FROM exports e WHERE status IN ('failed', 'cancelled', 'expired')
          AND EXISTS (SELECT 1 FROM export_parts p WHERE p.export_id = e.id) LIMIT ${limit}::int)`,
  );
}

/** Deletes exports that ended long ago and have no file, at most `limit`. */
export async function forget(db: Queryable, endedBefore: Date, limit: number): Promise<number> {
  return execute(
    db,
    'exports_forget',
    sql`
      DELETE FROM exports WHERE id IN (
        SELECT id FROM exports WHERE ended_at < ${endedBefore}::timestamptz AND status <> 'ready'
        ORDER BY ended_at LIMIT ${limit}::int)`,
  );
}
