import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '@tillgate/db';
import { type RunningPostgres, startPostgres } from '@tillgate/db/embedded';
import { migrateDatabase } from '@tillgate/db/migrate';
import { type ProcessWithRole, roleOf } from '@tillgate/db/roles';

const run = promisify(execFile);
const poolMax = 5;
const patienceMs = 120_000;

/** A server of its own that archives what is written, as the page about backups says, and can be set back. */
export type RestorableDatabase = {
  database: Database;
  urlAs(process: ProcessWithRole): string;
  /** The address of a superuser. */
  url(): string;
  /** The database as it is now, to which `restore` can set it back. */
  now(): Promise<Date>;
  /** Ends the server. Everything that was written is in the archive. */
  stop(): Promise<void>;
  /** Sets the database back to a moment. It answers at `alone`, and nobody else knows that address. */
  restore(to: Date): Promise<{ alone: string; open(): Promise<void> }>;
  close(): Promise<void>;
};

const page = new URL('../../docs/backup.md', import.meta.url);

/** The settings of PostgreSQL below a heading of docs/backup.md, with the archive of this machine. */
async function settingsBelow(heading: string, archive: string): Promise<string> {
  const [, part = ''] = (await readFile(page, 'utf8')).split(`\n${heading}\n`);
  const [, block] = /^ *```ini\n([\s\S]*?)^ *```/m.exec(part) ?? [];
  if (!block) throw new Error(`docs/backup.md has no settings below "${heading}".`);
  return block.replaceAll('/archive/', `${archive}/`);
}

/** How the page archives. */
async function archiveCommand(archive: string): Promise<string> {
  const settings = await settingsBelow('## Continuous archiving', archive);
  return /^archive_command = (.*)$/m.exec(settings)?.[1] ?? '';
}

/** What a restored server is started with, with the moment of the test. */
async function recoverySettings(archive: string, to: Date): Promise<string> {
  const settings = (await settingsBelow('### Restore to a moment', archive)).replace(
    /(?<=recovery_target_time = ')[^']+/,
    to.toISOString().replace('T', ' ').replace('Z', '+00'),
  );
  // A server that stays where its processes find it lets an API of its machine in before the gap is open.
  if (!/^ *port = \d+ /m.test(settings))
    throw new Error('The restored server of docs/backup.md has the port of the old one.');
  return settings;
}

/**
 * Starts a server, prepares its database, and makes a base backup.
 * @param prepare gets the address of a superuser; default: all migrations
 */
export async function startRestorable(
  prepare: (url: string) => Promise<unknown> = migrateDatabase,
): Promise<RestorableDatabase> {
  const home = await mkdtemp(join(tmpdir(), 'tillgate-restore-'));
  const archive = join(home, 'archive');
  const dataDir = join(home, 'data');
  await run('mkdir', ['-p', archive, dataDir]);
  // The server may run as another account.
  for (const directory of [home, archive, dataDir]) await chmod(directory, 0o777);
  let server: RunningPostgres = await startPostgres({ dataDir, durable: true });
  const { port, place } = server;
  const cluster = join(place, 'cluster');
  const copy = join(place, 'base');
  await prepare(server.url());
  await sql(
    `ALTER SYSTEM SET archive_mode = 'on'`,
    `ALTER SYSTEM SET archive_command = ${await archiveCommand(archive)}`,
  );
  await server.stop();
  server = await startPostgres({ dataDir, durable: true, port });
  const database = openDatabase(server.url(), { poolMax, patienceMs, applicationName: 'tillgate test' });
  // Within one session, as `pg_basebackup` does it.
  const session = await database.pool.connect();
  await session.query(`SELECT pg_backup_start('base', true)`);
  await run('cp', ['-a', cluster, copy]);
  const { rows } = await session.query('SELECT labelfile FROM pg_backup_stop()');
  session.release();
  await writeFile(join(copy, 'backup_label'), rows[0].labelfile);
  await rm(join(copy, 'postmaster.pid'), { force: true });

  async function sql(...statements: string[]): Promise<void> {
    const client = openDatabase(server.url(), { poolMax: 1, applicationName: 'tillgate test' });
    try {
      for (const statement of statements) await client.pool.query(statement);
    } finally {
      await client.close();
    }
  }

  return {
    database,
    url: () => server.url(),
    urlAs(process) {
      const address = new URL(server.url());
      address.searchParams.set('options', `-c role=${roleOf(process)}`);
      return address.toString();
    },
    async now() {
      const { rows } = await database.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
      const at = rows[0]?.at ?? new Date();
      // A commit after the moment, so that the server knows where to stop.
      await database.pool.query('CREATE TABLE IF NOT EXISTS public.restore_marks (at timestamptz)');
      return at;
    },
    async stop() {
      await database.pool.query('SELECT pg_switch_wal()');
      await server.stop();
    },
    async restore(to) {
      await rename(cluster, join(place, 'lost'));
      await run('cp', ['-a', copy, cluster]);
      await writeFile(join(cluster, 'postgresql.auto.conf'), await recoverySettings(archive, to));
      await run('touch', [join(cluster, 'recovery.signal')]);
      await run('chown', ['-R', `--reference=${join(place, 'lost')}`, cluster]);
      server = await startPostgres({ dataDir, durable: true });
      return {
        alone: server.url(),
        async open() {
          await server.stop();
          server = await startPostgres({ dataDir, durable: true, port });
        },
      };
    },
    async close() {
      await database.close();
      await server.stop();
      await rm(place, { recursive: true, force: true });
      await rm(home, { recursive: true, force: true });
    },
  };
}
