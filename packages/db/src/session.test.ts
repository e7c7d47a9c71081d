import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './client.ts';
import { pinSession } from './session.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';

/** What an operator, a tool or a managed server may have set, and a statement that then says something else. */
const foreign = [
  ['TimeZone', 'Asia/Kolkata', `SELECT date_trunc('hour', '2026-11-30 12:00:00+00'::timestamptz)::text`],
  ['DateStyle', 'German, DMY', `SELECT '2026-11-30'::date::text, '01/02/2026'::date = '2026-01-02'`],
  ['IntervalStyle', 'iso_8601', `SELECT interval '1 day 2 hours'::text`],
  ['extra_float_digits', '-10', 'SELECT (0.1::float8 + 0.2::float8)::text'],
  ['bytea_output', 'escape', String.raw`SELECT '\x00ff'::bytea::text`],
  ['array_nulls', 'off', `SELECT array_position('{a,NULL}'::text[], NULL)`],
  ['transform_null_equals', 'on', 'SELECT (1 = NULL) IS NULL AS nothing'],
  ['default_transaction_isolation', 'serializable', 'SHOW transaction_isolation'],
  ['search_path', 'decoy, public', 'SELECT count(*) FROM organizations'],
  ['statement_timeout', '7', 'SELECT 1 FROM pg_sleep(0.05)'],
  ['lock_timeout', '7', 'SHOW lock_timeout'],
  ['gin_fuzzy_search_limit', '1', 'SHOW gin_fuzzy_search_limit'],
] as const;

const role = `operator_${randomBytes(6).toString('hex')}`;
let test: TestDatabase;

/** The same database, for the user that somebody gave settings to. */
function urlAsRole(): string {
  const url = new URL(test.url);
  url.username = role;
  url.password = 'secret';
  return url.toString();
}

async function withDatabase<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { poolMax: 2 });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** What each statement says; an error says its own text. */
async function say(db: Pick<pg.Pool, 'query'>): Promise<unknown[]> {
  const said = [];
  for (const [, , statement] of foreign) {
    said.push(
      await db.query(statement).then(
        ({ rows }) => rows,
        (error: Error) => error.message,
      ),
    );
  }
  return said;
}

let plain: unknown[];
beforeAll(async () => {
  test = await testDatabase();
  const name = new URL(test.url).pathname.slice(1);
  const run = (sql: string) => test.database.pool.query(sql);
  await run('CREATE SCHEMA decoy');
  await run('CREATE TABLE decoy.organizations AS SELECT * FROM public.organizations');
  await run(`INSERT INTO public.organizations (id, name, created_at) VALUES ('${randomUUID()}', 'One', now())`);
  plain = await say(test.database.pool);
  await run(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'secret'`);
  for (const [setting, value] of foreign) {
    const to = setting === 'search_path' ? value : `'${value}'`;
    await run(`ALTER DATABASE ${name} SET ${setting} = ${to}`);
    await run(`ALTER ROLE ${role} SET ${setting} = ${to}`);
  }
});
afterAll(async () => {
  await test.database.pool.query(`DROP ROLE ${role}`);
  await test.close();
});

describe.each([
  ['a database', () => test.url],
  ['a role', urlAsRole],
])('what somebody has set for %s', (_what, url) => {
  it('changes what statements of others say', async () => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    const said = await say(client);
    await client.end();
    for (const [at, [setting]] of foreign.entries()) expect([setting, said[at]]).not.toEqual([setting, plain[at]]);
  });

  it.each(foreign.map(([setting], at) => [setting, at] as const))(
    'changes nothing of ours: %s',
    async (_setting, at) => {
      expect(await withDatabase(url(), async ({ pool }) => (await say(pool))[at])).toEqual(plain[at]);
    },
  );

  it('leaves a time the same for statements by hand and for Prisma', async () => {
    const createdAt = new Date('2026-11-30T21:34:56.789Z');
    const id = randomUUID();
    await withDatabase(url(), async ({ prisma, pool }) => {
      await prisma.organization.create({ data: { id, name: 'Times', createdAt } });
      const { rows } = await pool.query('SELECT created_at AS "createdAt" FROM organizations WHERE id = $1', [id]);
      const read = await prisma.organization.findUniqueOrThrow({ where: { id }, select: { createdAt: true } });
      expect({ byHand: rows[0], byPrisma: read }).toEqual({ byHand: { createdAt }, byPrisma: { createdAt } });
      await prisma.organization.delete({ where: { id } });
    });
  });
});

it('leaves the limits of a connection that only reads', async () => {
  const database = openDatabase(test.url, { poolMax: 1, readOnly: { statementTimeoutMs: 4_000 } });
  const { rows } = await database.pool.query(
    `SELECT current_setting('statement_timeout') AS timeout, current_setting('transaction_read_only') AS "readOnly"`,
  );
  await database.close();
  expect(rows).toEqual([{ timeout: '4s', readOnly: 'on' }]);
});

it('pins a connection that no pool of ours opened', async () => {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await pinSession(client);
  const said = await say(client);
  await client.end();
  expect(said).toEqual(plain);
});
