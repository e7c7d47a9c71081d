import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { withSchemaEngine } from './engine.ts';
import { readMigrations, readSchema } from './files.ts';

/** Key of the advisory lock that makes concurrent deployments take turns ("till" in ASCII). */
const deployLockKey = 0x74696c6c;
const deployLockTimeoutMs = 120_000;

/** Everything is ours: no table or enum is managed by somebody else. */
export const filters = { externalTables: [], externalEnums: [] };

/** Runs `use` while this process alone deploys to the database. */
async function withDeployLock<T>(url: string, use: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'tillgate migrate lock' });
  // A broken lock connection shows as an error of the deployment itself, not as an uncaught event.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${deployLockTimeoutMs}`);
    await client.query('SELECT pg_advisory_lock($1)', [deployLockKey]);
    return await use();
  } finally {
    await client.end();
  }
}

/**
 * Applies the migrations that the database has not seen, each in one transaction, and answers their names. Safe to run
 * from several processes at once. Throws when a migration fails; the failure is recorded and later deployments refuse.
 */
export async function deploy(url: string, migrations?: MigrationList): Promise<string[]> {
  const migrationsList = migrations ?? (await readMigrations());
  const schema = await readSchema();
  return withDeployLock(url, () =>
    withSchemaEngine(url, schema, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
      return appliedMigrationNames;
    }),
  );
}

/** Names of migrations that the database has not finished; all of them when it has no history. */
export async function unapplied(url: string): Promise<string[]> {
  const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: found } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
    );
    if (!found[0]?.exists) return names;
    const { rows } = await client.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    const applied = new Set(rows.map((row) => row.migration_name));
    return names.filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}
