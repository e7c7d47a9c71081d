import { execute, type Queryable, sql } from '@tillgate/db';

// The statements that remove old data of the whole installation. Each one takes one batch by an index.

type Old = { before: Date; limit: number };

/** Deletes ended emails. Rows whose key prevents a second email stay. */
export async function deleteMails(db: Queryable, { before, limit }: Old): Promise<number> {
  const deleted = await execute(
    db,
    'retention_mails',
    sql`
      DELETE FROM mails WHERE id IN (
        SELECT id FROM mails WHERE ended_at < ${before}::timestamptz AND "to" <> '' AND dedupe_key IS NULL LIMIT ${limit}::int)`,
  );
  const emptied = await execute(
    db,
    'retention_mails_keyed',
    sql`
      UPDATE mails SET "to" = '', subject = '', text = '', sealed_text = NULL, error = NULL WHERE id IN (
        SELECT id FROM mails
        WHERE ended_at < ${before}::timestamptz AND dedupe_key IS NOT NULL AND "to" <> '' LIMIT ${limit}::int)`,
  );
  return deleted + emptied;
}

export function deleteSessions(db: Queryable, { before, limit }: Old): Promise<number> {
  return execute(
    db,
    'retention_sessions',
    sql`
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM sessions WHERE expires_at < ${before}::timestamptz LIMIT ${limit}::int)`,
  );
}

export function deleteLinks(db: Queryable, { before, limit }: Old): Promise<number> {
  return execute(
    db,
    'retention_links',
    sql`
      DELETE FROM password_resets WHERE id IN (
        SELECT id FROM password_resets WHERE expires_at < ${before}::timestamptz LIMIT ${limit}::int)`,
  );
}

/** Deletes periods that ended. The one that still lasts stays, however old. */
export function deleteProviderPeriods(db: Queryable, { before, limit }: Old): Promise<number> {
  return execute(
    db,
    'retention_provider_periods',
    sql`
      DELETE FROM provider_periods WHERE (environment, rail, began_at) IN (
        SELECT environment, rail, began_at FROM provider_periods WHERE ended_at < ${before}::timestamptz LIMIT ${limit}::int)`,
  );
}

export function deleteAstrayCallbacks(db: Queryable, { before, limit }: Old): Promise<number> {
  return execute(
    db,
    'retention_astray_callbacks',
    sql`
      DELETE FROM astray_callbacks WHERE id IN (
        SELECT id FROM astray_callbacks WHERE received_at < ${before}::timestamptz LIMIT ${limit}::int)`,
  );
}
