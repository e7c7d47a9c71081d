import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillTables, seed, type TestContext, testContext } from '../testing/index.ts';
import { sweepRetention } from './sweep-retention.ts';

/** Rows of each table: far more than a batch, and few of them old. */
const rowsOfTable = 20_000;
const oldRows = 200;
const limit = 50;

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

/** What makes copies of the one row of a table differ, and how old they are: the first ones are from long ago. */
const copies: Record<string, Record<string, string>> = {
  api_requests: { id: `'copy' || n`, created_at: 'at' },
  webhook_events: { id: 'gen_random_uuid()', subject_id: 'gen_random_uuid()', created_at: 'at' },
  webhook_attempts: { number: 'n + 1', started_at: 'at' },
  webhook_deliveries: { id: 'gen_random_uuid()', copy: 'n + 1', created_at: 'at' },
  inquiries: { id: 'gen_random_uuid()', callback_token: `encode(sha256(n::text::bytea), 'hex')`, created_at: 'at' },
  provider_callbacks: {
    id: `('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`,
    body_hash: `encode(sha256(n::text::bytea), 'hex')`,
    received_at: 'at',
    state: `'applied'`,
    retry_at: 'NULL',
  },
  link_attempts: {
    id: 'gen_random_uuid()',
    visit_hash: `encode(sha256(n::text::bytea), 'hex')`,
    token_hash: `encode(sha256(n::text::bytea), 'hex')`,
    created_at: 'at',
  },
  mails: { id: 'gen_random_uuid()', ended_at: 'at' },
  sessions: { id: 'gen_random_uuid()', expires_at: 'at' },
  password_resets: { id: 'gen_random_uuid()', hash: `encode(sha256(n::text::bytea), 'hex')`, expires_at: 'at' },
};

async function multiply(table: string, changed: Record<string, string>) {
  const { pool } = ctx.db;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? `r."${name}"`);
  await pool.query(
    `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
     SELECT ${values.join(', ')} FROM (SELECT * FROM ${table} LIMIT 1) r, generate_series(1, ${rowsOfTable}) n,
       LATERAL (SELECT $1::timestamptz - CASE WHEN n <= ${oldRows} THEN interval '900 days' ELSE interval '1 day' END AS at)`,
    [ctx.clock.now()],
  );
  await pool.query(`ANALYZE ${table}`);
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

it('no batch scans a table', async () => {
  const { applicationId, organizationId, owner } = await seed(ctx).owner().application().mint();
  const tenant = { applicationId, environment: 'sandbox' as const };
  const at = new Date(ctx.clock.now().getTime() - 900 * 24 * 3_600_000);
  await fillTables(ctx.db, { tenant, organizationId, userId: owner.userId, text: 'note', at });
  for (const [table, changed] of Object.entries(copies)) await multiply(table, changed);
  const sent = new Map<string, { text: string; values: unknown[] }>();
  const { pool } = ctx.db;
  const noting = new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target);
      return (config: { name: string; text: string; values: unknown[] }) => {
        if (
          /api_requests|webhook_|inquiries|provider_callbacks|link_attempts|mails|sessions|password_resets/.test(
            config.text,
          )
        ) {
          // The first one has the most to do.
          if (!sent.has(config.name)) sent.set(config.name, config);
        }
        return (target.query as (given: unknown) => unknown).call(target, config);
      };
    },
  });
  const done = await sweepRetention(
    { ...ctx, db: { ...ctx.db, pool: noting } },
    { limit, betweenBatches: async () => {} },
  );
  expect(done).toMatchObject({ state: 'done', removed: { requests: oldRows + 1, attempts: oldRows + 1 } });
  expect(sent.size).toBeGreaterThanOrEqual(9);
  const scanned: string[] = [];
  for (const [name, { text, values }] of sent) {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) ${text}`, values);
    for (const node of rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))) {
      const table = node['Relation Name'];
      if (node['Node Type'] === 'Seq Scan' && table !== undefined && table in copies) scanned.push(`${name}: ${table}`);
    }
  }
  expect(scanned).toEqual([]);
});
