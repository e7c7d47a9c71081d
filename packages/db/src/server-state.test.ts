import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from './client.ts';
import { type RunningPostgres, startPostgres } from './embedded/index.ts';
import { readServer } from './server-state.ts';

const startMs = 120_000;
const well = { isStandby: false, encoding: 'UTF8', harmful: [], overridden: [], lost: [] };

let directory: string;
let server: RunningPostgres;

/** Reads through a connection of its own, which has what was set before it was opened. */
async function read() {
  const db = openDatabase(server.url(), { poolMax: 1 });
  try {
    return await readServer(db.pool);
  } finally {
    await db.close();
  }
}
async function run(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

// A server as `npm start` has it: that of other tests does without its disk.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate-server-'));
  server = await startPostgres({ dataDir: directory, durable: true });
  await run('CREATE ROLE tillgate_api', 'CREATE ROLE one_of_ours IN ROLE tillgate_api', 'CREATE ROLE reports');
}, startMs);
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('is well as it comes, and whatever a role of somebody else has', async () => {
  await run(
    'ALTER ROLE reports SET default_transaction_read_only = on',
    'ALTER ROLE reports SET synchronous_commit = off',
  );
  expect(await read()).toEqual(well);
});

it.each([
  ['synchronous_commit', 'off'],
  ['default_transaction_read_only', 'on'],
  ['session_replication_role', 'replica'],
])('tells that the database has %s = %s', async (name, value) => {
  await run(`ALTER DATABASE tillgate SET ${name} = ${value}`);
  const found = await read();
  await run('SET default_transaction_read_only = off', `ALTER DATABASE tillgate RESET ${name}`);
  expect(found).toEqual({
    ...well,
    harmful: [
      { name, of: '' },
      { name, of: 'the database' },
    ],
  });
});

it('tells what a role of ours has, and a user that is a member of one', async () => {
  await run(
    'ALTER ROLE tillgate_api SET synchronous_commit = off',
    'ALTER ROLE one_of_ours SET synchronous_commit = off',
  );
  const found = await read();
  await run('ALTER ROLE tillgate_api RESET ALL', 'ALTER ROLE one_of_ours RESET ALL');
  expect(found).toEqual({
    ...well,
    harmful: [
      { name: 'synchronous_commit', of: 'role one_of_ours' },
      { name: 'synchronous_commit', of: 'role tillgate_api' },
    ],
  });
});

it.each(['fsync', 'full_page_writes'])('tells that the server has %s = off', async (name) => {
  await run(`ALTER SYSTEM SET ${name} = off`, 'SELECT pg_reload_conf()');
  await expect.poll(read).toEqual({ ...well, harmful: [{ name, of: '' }] });
  await run(`ALTER SYSTEM RESET ${name}`, 'SELECT pg_reload_conf()');
  await expect.poll(read).toEqual(well);
});

it('tells which settings of ours the database has otherwise, and which ones are lost on the way', async () => {
  await run(
    `ALTER DATABASE tillgate SET TimeZone = 'Africa/Nairobi'`,
    `ALTER DATABASE tillgate SET search_path = decoy`,
  );
  const own = await read();
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  const unset = await readServer(client as unknown as pg.Pool);
  await client.end();
  await run('ALTER DATABASE tillgate RESET ALL');
  const overridden = ['TimeZone', 'search_path'];
  expect([own, unset]).toEqual([
    { ...well, overridden },
    { ...well, overridden, lost: overridden },
  ]);
});

it('tells of a database in another encoding', async () => {
  await run(`CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`);
  const db = openDatabase(server.url('latin'), { poolMax: 1 });
  const found = await readServer(db.pool);
  await db.close();
  expect(found).toEqual({ ...well, encoding: 'LATIN1' });
});
