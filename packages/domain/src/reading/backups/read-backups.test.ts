import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@tillgate/db';
import { type RunningPostgres, startPostgres } from '@tillgate/db/embedded';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteBackup } from '../../audit/index.ts';
import { type TestContext, testContext } from '../../testing/index.ts';
import { readBackups } from './read-backups.ts';

const startMs = 120_000;

describe('the last backup of rows', () => {
  let test: TestDatabase;
  let ctx: TestContext;
  beforeAll(async () => {
    test = await testDatabase();
    ctx = await testContext(test.database);
  });
  afterAll(() => test.close());

  it('is as old as its rows, for the role of the worker', async () => {
    const worker = { ...ctx, db: test.databaseAs('worker') };
    expect(await readBackups(worker)).toEqual({ archive: undefined, rowsAgeSeconds: undefined });
    await noteBackup(ctx, { at: ctx.clock.now(), tables: 3, rows: 70 });
    await noteBackup(ctx, { at: new Date(ctx.clock.now().getTime() - 86_400_000), tables: 3, rows: 60 });
    ctx.clock.advance(90);
    expect(await readBackups(worker)).toEqual({ archive: undefined, rowsAgeSeconds: 90 });
  });
});

describe('the archive of the server', () => {
  let directory: string;
  let server: RunningPostgres;
  let db: ReturnType<typeof openDatabase>;

  /** Starts the server anew, which is when it reads whether it archives. */
  async function restart(): Promise<void> {
    await db?.close();
    await server?.stop();
    server = await startPostgres({ dataDir: directory, durable: true });
    db = openDatabase(server.url(), { poolMax: 2, applicationName: 'test' });
  }
  const run = (text: string) => db.pool.query(text);
  const read = async () => (await readBackups({ db, clock: { now: () => new Date() } })).archive;
  /** Something worth archiving, in a whole file of the log. */
  const write = async () => {
    await run('CREATE TABLE IF NOT EXISTS filler AS SELECT repeat(md5(n::text), 20) FROM generate_series(1, 1000) n');
    await run('INSERT INTO filler SELECT * FROM filler LIMIT 1000');
    await run('SELECT pg_switch_wal()');
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tillgate-archive-'));
    await restart();
    await run('CREATE TABLE audit_entries (subject_id text, action text, created_at timestamptz)');
  }, startMs);
  afterAll(async () => {
    await db?.close();
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('is unknown while the server archives nothing', async () => {
    expect(await read()).toBeUndefined();
  });

  it('has no age once everything is archived, and fails and grows old while the archive takes nothing', async () => {
    await run('ALTER SYSTEM SET archive_mode = on');
    await run("ALTER SYSTEM SET archive_command = 'true'");
    await restart();
    await write();
    await expect.poll(read).toEqual({ ageSeconds: 0, isFailing: false });

    await run("ALTER SYSTEM SET archive_command = 'false'");
    await run('SELECT pg_reload_conf()');
    await write();
    await expect.poll(read).toEqual({ ageSeconds: expect.any(Number), isFailing: true });
    const first = await read();
    const second = await read();
    expect(first?.ageSeconds).toBeGreaterThan(0);
    expect(second?.ageSeconds).toBeGreaterThan(first?.ageSeconds ?? 0);

    await run("ALTER SYSTEM SET archive_command = 'true'");
    await run('SELECT pg_reload_conf()');
    await write();
    await expect.poll(read).toEqual({ ageSeconds: 0, isFailing: false });
  });
});
