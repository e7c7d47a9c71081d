import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { deploy, filters } from './deploy.ts';
import { withSchemaEngine } from './engine.ts';
import {
  lockFile,
  lockFileContent,
  migrationsDirectory,
  readMigrations,
  readSchema,
  schemaDirectory,
} from './files.ts';

/** Runs `use` with the url of a new empty database on the same server and drops it afterwards. */
async function withScratchDatabase<T>(adminUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    return await use(url.toString());
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

/**
 * The SQL from the migrations to the schema, as a new migration would have it; '' without drift. `adminUrl` may create
 * databases; a scratch database is made and dropped.
 */
export async function pending(adminUrl: string, migrations?: MigrationList): Promise<string> {
  const migrationsList = migrations ?? (await readMigrations());
  const files = await readSchema();
  return withScratchDatabase(adminUrl, async (url) => {
    await deploy(url, migrationsList);
    const result = await withSchemaEngine(url, files, (engine) =>
      engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: schemaDirectory },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: true,
        filters,
      }),
    );
    return result.exitCode === 2 ? (result.stdout ?? '') : '';
  });
}

async function writeMigration(name: string, sql: string): Promise<string> {
  const directory = join(migrationsDirectory, name);
  await mkdir(directory, { recursive: true });
  await writeFile(join(migrationsDirectory, lockFile), lockFileContent);
  await writeFile(join(directory, 'migration.sql'), sql);
  return directory;
}

/** Writes a migration for what the schema has and the migrations lack. Returns its directory, undefined without drift. */
export async function newMigration(adminUrl: string, name: string, now = new Date()): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error('A migration is named in snake_case, e.g. add_refunds.');
  const sql = await pending(adminUrl);
  if (!sql) return undefined;
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return writeMigration(`${stamp}_${name}`, sql);
}
