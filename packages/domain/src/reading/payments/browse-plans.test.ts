import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@tillgate/db';
import { startPostgres } from '@tillgate/db/embedded';
import { deploy } from '@tillgate/db/migrate';
import { testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../../kernel/context.ts';
import { seed, testContext } from '../../testing/index.ts';
import { searchAnything } from '../search/search-anything.ts';
import type { BrowsePaymentsInput } from './browse-filter.ts';
import { browsePayments } from './browse-payments.ts';
import { listReasons } from './list-reasons.ts';
import { watchPayments } from './watch-payments.ts';

// A page reads indexes alone, however many payments there are. TILLGATE_LONG_TESTS=1 tries ten million.
const isLong = process.env.TILLGATE_LONG_TESTS === '1';
const rowCount = isLong ? 10_000_000 : 200_000;
const days = 400;
/** Blocks of 8 kB of tables and indexes that one page may read. */
const blocksMax = 3_000;
/** An index of metadata finds all rows with a pair before the newest of them are known. */
const metadataBlocksMax = 30_000;
/** A page begins where its cursor is, however deep. */
const deepBlocksMax = 500;
const fillMs = isLong ? 45 * 60_000 : 600_000;

/** Of every ten payments one is of another merchant. */
const fill = `
  INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, phone, account_ref,
    description, metadata, shortcode, callback_token, merchant_request_id, checkout_request_id, provider_receipt, result_code,
    result_desc, settled_by, created_at, prompted_at, settled_at, needs_review)
  SELECT
    (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid,
    CASE WHEN n % 10 = 0 THEN $2::uuid ELSE $1::uuid END, 'sandbox',
    CASE WHEN offline THEN 'c2b' ELSE 'stk' END::"PaymentSource",
    status::"PaymentStatus", 1 + (n * 7919) % 20000, 1 + (n * 7919) % 20000, '2547' || lpad(((n * 104729) % 400000)::text, 8, '0'),
    CASE WHEN n % 2 = 0 THEN 'SHOP' ELSE 'INV-' || n % 10000000 END, 'Payment',
    CASE WHEN n % 5 = 0 THEN json_build_object('orderId', n, 'channel', CASE WHEN n % 15 = 0 THEN 'app' ELSE 'web' END,
      'season', CASE WHEN n < $3::bigint / 4 THEN 'first' ELSE 'later' END) END,
    '174379', CASE WHEN NOT offline THEN hash END, 'm-' || n, CASE WHEN NOT offline THEN 'ws_CO_' || n END,
    CASE WHEN status = 'success' THEN 'T' || upper(lpad(to_hex(n), 9, '0')) END,
    CASE status WHEN 'success' THEN '0' WHEN 'failed' THEN CASE WHEN n % 100003 = 0 THEN '26' WHEN n % 3 = 0 THEN '1' ELSE '1032' END END,
    'told so', CASE WHEN status <> 'pending' THEN CASE WHEN offline THEN 'c2b' ELSE 'callback' END END::"SettledBy",
    at, at, CASE WHEN status <> 'pending' THEN at END, n % 150001 = 0
  FROM (
    SELECT n, md5(n::text) AS hash, n % 20 = 7 AS offline,
      CASE WHEN n % 20 = 7 THEN 'success' WHEN n % 100003 = 0 OR n % 6 = 0 THEN 'failed' WHEN n % 5000 = 1 THEN 'pending' ELSE 'success' END AS status,
      date_trunc('milliseconds', $4::timestamptz - make_interval(secs => ${days} * 86400.0 * ($3::bigint - n) / $3::bigint)) AS at
    FROM generate_series(1, $3::bigint) n) rows`;

type World = { ctx: TenantContext; close(): Promise<void> };

async function shortDatabase() {
  const { database, close } = await testDatabase();
  return { database, close };
}

/** Tens of gigabytes: the directory of other tests may be in memory. */
const bigFiles = '/var/tmp';

/** A server of its own, with fewer promises and more memory than the one that tests share. */
async function longDatabase() {
  const dataDir = await mkdtemp(join(bigFiles, 'tillgate-many-'));
  const server = await startPostgres({ dataDir, durable: false });
  await deploy(server.url());
  const database = openDatabase(server.url());
  return {
    database,
    async close() {
      await database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openWorld(): Promise<World> {
  const { database, close } = await (isLong ? longDatabase() : shortDatabase());
  const base = await testContext(database);
  const ctx = (await seed(base).owner().application().mint()).as('sandbox');
  const other = (await seed(base).owner().application().mint()).as('sandbox');
  const client = await database.pool.connect();
  try {
    // Filling is quicker without indexes; they are made anew from their own definitions.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'payments' AND indexname <> 'payments_pkey'`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
    // What triggers would note of each row is nobody's business here.
    await client.query('SET session_replication_role = replica');
    const values = [ctx.tenant.applicationId, other.tenant.applicationId, rowCount, base.clock.now()];
    await client.query({ text: fill, values, query_timeout: fillMs } as never);
    await client.query("SET maintenance_work_mem = '1GB'");
    for (const { definition } of indexes) await client.query({ text: definition, query_timeout: fillMs } as never);
    await client.query('RESET session_replication_role');
    await client.query({ text: 'VACUUM ANALYZE payments', query_timeout: fillMs } as never);
  } finally {
    client.release();
  }
  return { ctx, close };
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, fillMs * 2);
afterAll(() => world?.close());

type Statement = { name: string; text: string; values: unknown[] };

/** Every statement that `act` sends, with its values. */
async function recorded(act: (ctx: TenantContext) => Promise<unknown>) {
  const { ctx } = world;
  const sent: Statement[] = [];
  const note = <Db extends { query: unknown }>(db: Db): Db =>
    new Proxy(db, {
      get(target, key) {
        if (key !== 'query') return Reflect.get(target, key, target);
        return (config: Statement) => {
          sent.push(config);
          return (target.query as (given: unknown) => unknown).call(target, config);
        };
      },
    });
  const db = {
    ...ctx.db,
    pool: note(ctx.db.pool),
    transaction: ((use) => ctx.db.transaction((one) => use(note(one)))) as typeof ctx.db.transaction,
  };
  await act({ ...ctx, db });
  return sent.filter(({ text }) => /\bpayments\b/.test(text) && !text.startsWith('EXPLAIN'));
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const filters: [string, BrowsePaymentsInput][] = [
  ['nothing', {}],
  ['status success', { status: 'success' }],
  ['status pending', { status: 'pending' }],
  ['source c2b', { source: 'c2b' }],
  ['a common reason', { resultCode: '1032' }],
  ['a rare reason', { resultCode: '26' }],
  ['a reason that never was', { resultCode: '2028' }],
  ['a category', { category: 'customer' }],
  ['a rare category', { category: 'provider_system' }],
  ['a rare reason of large sums', { resultCode: '26', amountMin: 19_000 }],
  ['a category of large sums', { category: 'customer', amountMin: 19_999 }],
  ['an amount', { amountMin: 1250, amountMax: 1250 }],
  ['an amount that never was', { amountMin: 149_000 }],
  [
    'an amount on one day',
    { amountMin: 1250, amountMax: 1250, createdFrom: '2025-06-01T00:00:00Z', createdTo: '2025-06-02T00:00:00Z' },
  ],
  ['a day', { createdFrom: '2025-06-01T00:00:00Z', createdTo: '2025-06-02T00:00:00Z' }],
  ['a phone', { phone: '254700104729' }],
  ['a common reference', { accountReference: 'SHOP' }],
  ['a common reference that failed', { accountReference: 'SHOP', status: 'failed' }],
  ['a rare reference', { accountReference: 'INV-4711' }],
  ['a receipt', { receipt: 'T000000065' }],
  ['what needs a look', { needsReview: true }],
  ['rare metadata', { metadata: 'orderId=1015' }],
  ['common metadata', { metadata: 'channel=web' }],
  ['metadata of long ago', { metadata: 'season=first' }],
  ['metadata that never was', { metadata: 'orderId=none' }],
  ['metadata and a status', { metadata: 'channel=app', status: 'failed' }],
  [
    'everything at once',
    { status: 'success', source: 'stk', amountMin: 10, phone: '254700104729', metadata: 'channel=web' },
  ],
];

describe(`a page of ${rowCount.toLocaleString('en')} payments`, () => {
  it.each(filters)('by %s reads indexes alone', async (_name, input) => {
    expect(await readsIndexes((ctx) => browsePayments(ctx, input), _name)).toBeGreaterThan(0);
  });

  it('deep in the past, in either direction, reads indexes alone', async () => {
    const { at, id } = await deepPlace();
    const place = `${at.getTime()}.${id}`;
    for (const input of [{ before: place }, { after: place }, { before: place, status: 'failed' as const }]) {
      expect((await browsePayments(world.ctx, input)).payments).toHaveLength(50);
      await readsIndexes((ctx) => browsePayments(ctx, input), JSON.stringify(input), deepBlocksMax);
    }
  });

  it('without a filter, or by what few share, is prepared: one plan serves every page', async () => {
    const { at, id } = await deepPlace();
    const place = `${at.getTime()}.${id}`;
    for (const input of [
      ...[{}, { before: place }, { after: place }],
      ...[{ phone: '254700104729' }, { receipt: 'T000000065' }, { accountReference: 'SHOP' }],
    ]) {
      for (const { name, text } of await recorded((ctx) => browsePayments(ctx, input))) {
        expect(name).toMatch(/^page_[0-9a-f]{20}$/);
        const { rows } = await world.ctx.db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
        );
        const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)).map((node) => node['Node Type']);
        expect(nodes).toContain('Index Scan');
        // A receipt has hardly more than one payment. All others come in the order of their index.
        const isSlow = 'receipt' in input ? /Seq|Bitmap/ : /Seq|^Sort|Bitmap/;
        expect(
          nodes.filter((node) => isSlow.test(node)),
          JSON.stringify(input),
        ).toEqual([]);
      }
    }
    const [filtered] = await recorded((ctx) => browsePayments(ctx, { status: 'failed' }));
    expect(filtered?.name).toBe('');
  });

  it('says how far it looked when it stops early, and goes on from there', async () => {
    const first = await browsePayments(world.ctx, { amountMin: 149_000 });
    expect(first).toMatchObject({ payments: [], lookedBackTo: expect.any(String), older: expect.any(String) });
    const second = await browsePayments(world.ctx, { amountMin: 149_000, before: first.older ?? '' });
    expect(Date.parse(second.lookedBackTo ?? '')).toBeLessThan(Date.parse(first.lookedBackTo ?? ''));
  });

  it('finds what is rare although it is far away', async () => {
    for (const input of [
      { metadata: 'orderId=1015' },
      { resultCode: '26', source: 'stk' as const },
      { needsReview: true as const },
    ]) {
      const page = await browsePayments(world.ctx, input);
      expect(page.payments.length).toBeGreaterThan(0);
      expect(page.lookedBackTo).toBeNull();
    }
  });

  it('is watched, and its reasons are listed, by indexes alone', async () => {
    const { payments } = await browsePayments(world.ctx, {});
    const paymentIds = payments.map(({ paymentId }) => paymentId);
    const last = payments.at(-1);
    const after = `${Date.parse(last?.createdAt ?? '')}.${last?.paymentId}`;
    await readsIndexes((ctx) => watchPayments(ctx, { paymentIds, after }), 'watch', 2 * deepBlocksMax);
    await readsIndexes((ctx) => listReasons(ctx), 'reasons');
  });

  it.each([
    '254700104729',
    'T000000065',
    'INV-47',
    'SHOP',
    'ws_CO_1015',
    'm-1015',
    '01980000-0000-7000-8000-000000000001',
  ])('is searched for %s by indexes alone', async (text) => {
    const search = (ctx: TenantContext) => searchAnything(ctx, { text });
    if (!text.startsWith('0198')) expect((await search(world.ctx)).length).toBeGreaterThan(0);
    await readsIndexes(search, `search ${text}`);
  });
});

async function deepPlace(): Promise<{ at: Date; id: string }> {
  const { rows } = await world.ctx.db.pool.query<{ at: Date; id: string }>(
    `SELECT created_at AS at, id FROM payments WHERE application_id = $1 AND environment = 'sandbox' AND created_at < $2
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [world.ctx.tenant.applicationId, new Date('2025-03-01T00:00:00Z')],
  );
  const [place] = rows;
  if (!place) throw new Error('there is nothing so old');
  return place;
}

/** Expects that the statements about payments scan no table and read few blocks, and returns how many statements there are. */
async function readsIndexes(
  act: (ctx: TenantContext) => Promise<unknown>,
  name: string,
  max = name.includes('metadata') ? metadataBlocksMax : blocksMax,
): Promise<number> {
  const statements = await recorded(act);
  let blocks = 0;
  for (const { text, values } of statements) {
    const { rows } = await world.ctx.db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    );
    for (const {
      'QUERY PLAN': [{ Plan: plan }],
    } of rows) {
      const scanned = nodesOf(plan).filter(
        (node) => node['Relation Name'] === 'payments' && node['Node Type'] === 'Seq Scan',
      );
      expect(scanned, `${name}: ${text}`).toEqual([]);
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
  }
  expect(blocks, `blocks read for ${name}`).toBeLessThan(max);
  return statements.length;
}
