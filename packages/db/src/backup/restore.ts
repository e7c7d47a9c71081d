import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { readMigrations } from '../migrate/files.ts';
import { deploy, type Migrated, migrateDatabase } from '../migrate/index.ts';
import { pinSession } from '../session.ts';
import { copyStatement } from './back-up.ts';
import { type BackedUpTable, fileOf, type Manifest, readManifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { drain, hashFile, hashing } from './streams.ts';
import { columnList, quoted } from './tables.ts';

/** The result of a restore. `migrated`: the migrations that this version added. */
export type Restored = Pick<Manifest, 'createdAt' | 'tables'> & { migrated: Migrated };

/**
 * Restores a backup into an empty database: makes the schema as it was, copies all rows in one transaction, compares them
 * with the backup byte by byte, and then applies the migrations that are newer than the backup.
 * @param url of the database's owner
 * @param report gets each table when its rows are there
 * @throws BackupProblem when a file is damaged or missing, when the backup is of a newer version, when the database is
 *   not empty, or when rows are not the same afterwards
 */
export async function restore(
  url: string,
  directory: string,
  report: (table: BackedUpTable) => void = () => {},
): Promise<Restored> {
  const manifest = await readManifest(directory);
  await checkFiles(manifest, directory);
  const known = await readMigrations();
  const names = known.migrationDirectories.map(({ path }) => path);
  const unknown = manifest.migrations.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new BackupProblem(`The backup is of another version of Tillgate: it has ${unknown.join(', ')}.`);
  }
  await requireEmpty(url);
  const then = known.migrationDirectories.filter(({ path }) => manifest.migrations.includes(path));
  await deploy(url, { ...known, migrationDirectories: then });
  await copyIn(url, manifest, directory, report);
  return { createdAt: manifest.createdAt, tables: manifest.tables, migrated: await migrateDatabase(url) };
}

async function checkFiles({ tables }: Manifest, directory: string): Promise<void> {
  for (const { name, fileSha256 } of tables) {
    const file = join(directory, fileOf(name));
    const found = await hashFile(file).catch((error: Error) => error);
    if (found instanceof Error) throw new BackupProblem(`${file} cannot be read: ${found.message}`);
    if (found !== fileSha256) throw new BackupProblem(`${file} is damaged: it is not what the manifest says.`);
  }
}

async function requireEmpty(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S') LIMIT 1`,
    );
    if (rowCount === 0) return;
    throw new BackupProblem('The database is not empty. Create a new one, and restore into it.');
  });
}

async function copyIn(
  url: string,
  { tables, sequences }: Manifest,
  directory: string,
  report: (table: BackedUpTable) => void,
): Promise<void> {
  const all = tables.map(({ name }) => quoted(name));
  await withClient(url, async (client) => {
    await client.query('BEGIN');
    // Rows are copied unchanged, without triggers. Migrations may have inserted rows.
    for (const table of all) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${all.join(', ')}`);
    for (const table of tables) {
      const file = createReadStream(join(directory, fileOf(table.name)));
      const copy = client.query(from(`COPY ${quoted(table.name)} (${columnList(table)}) FROM STDIN`));
      await pipeline(file, createGunzip(), copy);
      await compare(client, table);
      report(table);
    }
    for (const { name, last, isCalled } of sequences) {
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), last, isCalled]);
    }
    for (const table of all) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  });
}

async function compare(client: pg.Client, table: BackedUpTable): Promise<void> {
  const copy = client.query(to(copyStatement(table)));
  const hash = hashing();
  await pipeline(copy, hash, drain);
  if (copy.rowCount === table.rows && hash.sha256() === table.sha256) return;
  throw new BackupProblem(`${table.name} is not as it was: ${copy.rowCount} of ${table.rows} rows, or other values.`);
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'tillgate restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await pinSession(client);
    return await use(client);
  } finally {
    await client.end();
  }
}
