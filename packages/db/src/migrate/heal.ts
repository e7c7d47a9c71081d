import pg from 'pg';
import { pinSession } from '../session.ts';

// A migration is one transaction, and the history of migrations is written around it. A process that is killed in between
// leaves a row that says neither that the migration is done nor that it is not, and the engine would refuse for ever.

/** Stands in `logs` of the history once the transaction of a migration is committed. */
const committed = 'committed';

/** The lock that the schema engine holds on its connection while it applies migrations. */
const engineLockKey = 72_707_369;
const engineLockTimeoutMs = 120_000;

/** Errors of PostgreSQL that say that a thing is there already: schema, table, column, and any other object. */
const duplicates = new Set(['42P06', '42P07', '42701', '42710']);

/** The script of a migration that marks its own row in the same transaction. Scripts before there is a history stay. */
export function marking(script: string): string {
  return `${script}
;
DO $mark$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE _prisma_migrations SET logs = '${committed}' WHERE finished_at IS NULL AND rolled_back_at IS NULL;
  END IF;
END $mark$;`;
}

/**
 * Repairs the history after a killed or failed migration: committed migrations are marked as finished, all others are
 * applied again. Waits until no connection of the killed process works any more. Call it under the deployment's lock.
 * @returns the names of the migrations that are to be applied again
 */
export async function heal(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows: found } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
    );
    if (!found[0]?.exists) return [];
    await client.query(`SET lock_timeout = ${engineLockTimeoutMs}`);
    await client.query('SELECT pg_advisory_lock($1)', [engineLockKey]);
    await client.query(
      `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1, logs = NULL
       WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs = $1`,
      [committed],
    );
    const { rows } = await client.query<{ name: string }>(
      `UPDATE _prisma_migrations SET rolled_back_at = now()
       WHERE finished_at IS NULL AND rolled_back_at IS NULL RETURNING migration_name AS name`,
    );
    return rows.map(({ name }) => name);
  });
}

/**
 * Whether a migration that is applied again failed because all of it is there: a version before this one, which left no mark,
 * was killed after its transaction. Then its row is finished.
 * @param again the names that `heal` returned
 */
export async function finishKnown(url: string, again: readonly string[], error: unknown): Promise<boolean> {
  const { code } = error as { code?: string };
  if (code === undefined || !duplicates.has(code)) return false;
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1, logs = NULL
       WHERE finished_at IS NULL AND rolled_back_at IS NULL AND migration_name = ANY ($1)`,
      [again],
    );
    return (rowCount ?? 0) > 0;
  });
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'tillgate migrate heal' });
  client.on('error', () => {});
  await client.connect();
  try {
    await pinSession(client);
    return await use(client);
  } finally {
    await client.end();
  }
}
