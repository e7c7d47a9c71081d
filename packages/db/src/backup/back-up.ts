import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { pinSession } from '../session.ts';
import { type BackedUpTable, fileOf, type Manifest, manifestFile } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { hashing } from './streams.ts';
import { columnList, listMigrations, listTables, quoted, type Table } from './tables.ts';

/** A backup that was made: its tables with the number of their rows. */
type BackedUp = Pick<Manifest, 'createdAt' | 'tables'>;

const onlyOwner = { file: 0o600, directory: 0o700 };

/**
 * Writes all rows of the database, in one snapshot, into a new directory, without downtime. The manifest is written last:
 * a directory without one is incomplete.
 * @param url of a user who may read all tables, such as their owner
 * @param report gets the tables so far, after each
 * @throws BackupProblem when the directory has something in it, or the database was never migrated
 */
export async function backUp(
  url: string,
  directory: string,
  report: (table: BackedUpTable) => void = () => {},
): Promise<BackedUp> {
  await mkdir(directory, { recursive: true, mode: onlyOwner.directory });
  if ((await readdir(directory)).length > 0) throw new BackupProblem(`${directory} is not empty.`);
  const client = new pg.Client({ connectionString: url, application_name: 'tillgate backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    await pinSession(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const migrations = await listMigrations(client);
    if (migrations.length === 0) throw new BackupProblem('The database has no migrations: it is none of Tillgate.');
    const { rows: about } = await client.query<{ now: Date; server: string }>(
      `SELECT now() AS now, current_setting('server_version') AS server`,
    );
    const tables: BackedUpTable[] = [];
    for (const table of await listTables(client)) {
      tables.push(await copyOut(client, table, directory));
      report(tables.at(-1) as BackedUpTable);
    }
    const sequences = await readSequences(client);
    const { now = new Date(), server = '' } = about[0] ?? {};
    const manifest: Manifest = { format: 1, createdAt: now.toISOString(), server, migrations, tables, sequences };
    const file = join(directory, manifestFile);
    await writeFile(`${file}.new`, `${JSON.stringify(manifest, undefined, 2)}\n`, {
      mode: onlyOwner.file,
      flush: true,
    });
    await rename(`${file}.new`, file);
    return manifest;
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function copyOut(client: pg.Client, table: Table, directory: string): Promise<BackedUpTable> {
  const copy = client.query(to(copyStatement(table)));
  const [plain, packed] = [hashing(), hashing()];
  const file = createWriteStream(join(directory, fileOf(table.name)), { mode: onlyOwner.file, flush: true });
  await pipeline(copy, plain, createGzip({ level: 6 }), packed, file);
  return { ...table, rows: copy.rowCount, sha256: plain.sha256(), fileSha256: packed.sha256() };
}

/** The rows of a table in the order in which they are stored, which restoring keeps. */
export const copyStatement = (table: Table) => `COPY ${quoted(table.name)} (${columnList(table)}) TO STDOUT`;

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY 1`,
  );
  const read: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last: string; isCalled: boolean }>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    if (values[0]) read.push({ name, ...values[0] });
  }
  return read;
}
