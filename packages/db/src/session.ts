import type pg from 'pg';

/**
 * The settings of a session that change what our statements find, compute or say. A server, a database or a role may have
 * others (`ALTER DATABASE … SET`, `ALTER ROLE … SET`), so each connection sets these. Prisma reads and writes times as if the
 * session were in UTC, and a backup has the same text for the same value on every server. Not here, because an operator may have a reason: what protects a full disk
 * (`default_transaction_read_only`) and what ends idle sessions.
 */
export const pinnedSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  transform_null_equals: 'off',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  search_path: 'public',
  // Half a list would look like a whole one.
  gin_fuzzy_search_limit: '0',
  // The client has limits of its own, and migrations and backups need more than any of them.
  statement_timeout: '0',
  lock_timeout: '0',
  // Since PostgreSQL 17.
  transaction_timeout: '0',
} as const;

// A setting that the server does not know is left out. In one statement, because each connection waits for it.
const pinning = `SELECT ${Object.entries(pinnedSettings)
  .map(
    ([name, value]) =>
      `CASE WHEN current_setting('${name}', true) IS NOT NULL THEN set_config('${name}', '${value}', false) END`,
  )
  .join(', ')}`;

/** Gives a new connection the settings that our statements rely on. */
export async function pinSession(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(pinning);
}
