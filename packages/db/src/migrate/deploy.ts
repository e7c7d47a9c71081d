import { createHash } from 'node:crypto';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { pinSession } from '../session.ts';
import { withSchemaEngine } from './engine.ts';
import { readMigrations, readSchema } from './files.ts';
import { finishKnown, heal } from './heal.ts';

/** Key of the advisory lock that makes concurrent deployments take turns ("till" in ASCII). */
const deployLockKey = 0x74696c6c;
const deployLockTimeoutMs = 120_000;

/** All tables and enums are managed here. */
export const filters = { externalTables: [], externalEnums: [] };

/** Runs `use` while no other process deploys to the database. */
export async function withDeployLock<T>(url: string, use: () => Promise<T>): Promise<T> {
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

const unreleased =
  'This database was made by a version before 0.1.0, which was never released. It cannot be upgraded: use an empty database.';

/**
 * Applies the migrations that the database has not seen, each in one transaction, and answers their names. Safe to run
 * from several processes at once, and after a deployment that was killed at any moment. Throws when a migration fails: it
 * leaves nothing, and the next deployment tries it again. Throws, too, when the database began with another first migration.
 */
export async function deploy(url: string, migrations?: MigrationList): Promise<string[]> {
  const migrationsList = migrations ?? (await readMigrations());
  const schema = await readSchema();
  return withDeployLock(url, async () => {
    const [first] = migrationsList.migrationDirectories;
    if (first && (await edited(url, migrationsList)).includes(first.path)) throw new Error(unreleased);
    const again = await heal(url);
    const apply = () =>
      withSchemaEngine(url, schema, async (engine) => {
        const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
        return appliedMigrationNames;
      });
    try {
      return await apply();
    } catch (error) {
      if (!(await finishKnown(url, again, error))) throw error;
      return apply();
    }
  });
}

type Applied = { name: string; checksum: string };

/** What the history of the database says was applied; empty when it has no history. */
async function history(url: string): Promise<Applied[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await pinSession(client);
    const { rows: found } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
    );
    if (!found[0]?.exists) return [];
    const { rows } = await client.query<Applied>(
      `SELECT migration_name AS name, checksum FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Names of migrations that the database has not finished. */
export async function unapplied(url: string): Promise<string[]> {
  const applied = new Set((await history(url)).map(({ name }) => name));
  return (await readMigrations()).migrationDirectories.map(({ path }) => path).filter((name) => !applied.has(name));
}

/** Names of migrations that a newer version applied and this one does not have. */
export async function unknown(url: string): Promise<string[]> {
  const known = new Set((await readMigrations()).migrationDirectories.map(({ path }) => path));
  return (await history(url)).map(({ name }) => name).filter((name) => !known.has(name));
}

/** Names of migrations whose text has changed since they were applied: the database may lack parts of the schema. */
export async function edited(url: string, migrations?: MigrationList): Promise<string[]> {
  const { migrationDirectories } = migrations ?? (await readMigrations());
  const checksums = new Map((await history(url)).map(({ name, checksum }) => [name, checksum]));
  return migrationDirectories.flatMap(({ path, migrationFile: { content } }) => {
    const applied = checksums.get(path);
    const now = createHash('sha256').update(content.value).digest('hex');
    return applied !== undefined && applied !== now ? [path] : [];
  });
}
