import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';

export type SchemaFile = { path: string; content: string };

/** Found through node_modules, so that it is right in a bundle too. */
const packageDirectory = dirname(createRequire(import.meta.url).resolve('@tillgate/db/package.json'));
export const schemaDirectory = join(packageDirectory, 'prisma/schema');
export const migrationsDirectory = join(packageDirectory, 'prisma/migrations');
export const lockFile = 'migration_lock.toml';
export const lockFileContent = 'provider = "postgresql"\n';

/** The Prisma schema, file by file. */
export async function readSchema(): Promise<SchemaFile[]> {
  const names = (await readdir(schemaDirectory)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (path) => ({ path, content: await readFile(join(schemaDirectory, path), 'utf8') })),
  );
}

/** All migrations in the order in which they apply. */
export async function readMigrations(directory = migrationsDirectory): Promise<MigrationList> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(directory, path, 'migration.sql'), 'utf8') },
      },
    })),
  );
  return {
    baseDir: directory,
    lockfile: { path: lockFile, content: lockFileContent },
    migrationDirectories,
    shadowDbInitScript: '',
  };
}
