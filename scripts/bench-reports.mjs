// @ts-check
// Measures reports and pages of payments over many payments, on a database server of its own:
//   node scripts/bench-reports.mjs [--payments 2000000] [--rounds 200]
// Times depend on the machine and on what else it does, so each is also told as a multiple of a trivial statement that is
// measured in the same rounds.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tsImport } from 'tsx/esm/api';

const dayMs = 24 * 3_600_000;
/** As many days as a report of 90 days reads with the 90 days before. */
const days = 180;
const changesCount = 20_000;

/** @param {string} path */
const load = (path) => tsImport(`../packages/${path}/index.ts`, import.meta.url);
/** @type {typeof import('../packages/db/src/embedded/index.ts')} */
const { startPostgres } = await load('db/src/embedded');
/** @type {typeof import('../packages/db/src/migrate/index.ts')} */
const { deploy } = await load('db/src/migrate');
/** @type {typeof import('../packages/db/src/index.ts')} */
const { openDatabase } = await load('db/src');
/** @type {typeof import('../packages/domain/src/index.ts')} */
const { allScopes } = await load('domain/src');
/** @type {typeof import('../packages/domain/src/rollups/index.ts')} */
const { refreshRollups, checkRollups } = await load('domain/src/rollups');
/** @type {typeof import('../packages/domain/src/reading/reports/index.ts')} */
const { reportCollections, reportSettlement } = await load('domain/src/reading/reports');
/** @type {typeof import('../packages/domain/src/reading/payments/index.ts')} */
const { browsePayments } = await load('domain/src/reading/payments');

/** Payments over `days`, most by day and few by night; one in ten is of another organization. */
const fillPayments = `
  INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, exact_amount, phone, account_ref,
    description, shortcode, callback_token, checkout_request_id, provider_receipt, result_code, result_desc, settled_by, created_at,
    prompted_at, settled_at)
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid,
    CASE n % 10 WHEN 0 THEN $3 WHEN 1 THEN $2 ELSE $1 END::uuid, 'production', CASE WHEN offline THEN 'c2b' ELSE 'stk' END::"PaymentSource",
    status::"PaymentStatus", amount, amount, CASE WHEN offline AND n % 40 = 7 THEN amount || '.50' END,
    '2547' || lpad(((n * 104729) % 400000)::text, 8, '0'), 'INV-' || n % 10000000, 'Payment', CASE WHEN n % 4 = 0 THEN '600200' ELSE '600100' END,
    CASE WHEN NOT offline THEN hash || hash END, CASE WHEN NOT offline THEN 'ws_CO_' || n END,
    CASE WHEN status = 'success' THEN 'T' || upper(lpad(to_hex(n), 9, '0')) END,
    CASE status WHEN 'success' THEN '0' WHEN 'failed' THEN (ARRAY['1', '1032', '1037', '2001', '1019', '17'])[1 + n % 6] END,
    'told so', CASE WHEN status <> 'pending' THEN CASE WHEN offline THEN 'c2b' ELSE 'callback' END END::"SettledBy",
    at, at, CASE WHEN status <> 'pending' THEN at + make_interval(secs => n % 90) END
  FROM (
    SELECT n, md5($5::text || n) AS hash, n % 20 = 7 AS offline, 1 + (n * 7919) % 20000 AS amount,
      CASE WHEN n % 20 = 7 THEN 'success' WHEN n % 5 = 0 THEN 'failed' WHEN n % 5000 = 1 THEN 'pending' ELSE 'success' END AS status,
      date_trunc('milliseconds', now() - make_interval(secs => $6::float8 * ($4::bigint - n) / $4::bigint)) AS at
    FROM generate_series($5::bigint, $4::bigint) n) rows`;

const fillRefunds = `
  INSERT INTO disbursements (id, application_id, environment, kind, status, amount, transaction_id, payment_id, remarks, shortcode,
    callback_token, result_code, settled_by, created_at, settled_at)
  SELECT gen_random_uuid(), application_id, environment, 'reversal', 'success', amount, provider_receipt, id, 'r', shortcode,
    md5(id::text) || md5(id::text), '0', 'result', created_at + interval '1 hour', created_at + interval '1 hour'
  FROM payments WHERE provider_receipt LIKE '%00'`;

/**
 * @param {number[]} sorted
 * @param {number} share
 */
const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
/** @param {number} ms */
const shown = (ms) => `${ms.toFixed(ms < 10 ? 2 : 1)} ms`.padStart(10);

/**
 * @param {{ name: string, run: () => Promise<unknown> }[]} subjects the first one is what the others are compared with
 * @param {number} rounds
 */
async function measure(subjects, rounds) {
  /** @type {Map<string, number[]>} */
  const times = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = -10; round < rounds; round += 1) {
    for (const { name, run } of subjects) {
      const start = performance.now();
      await run();
      if (round >= 0) times.get(name)?.push(performance.now() - start);
    }
  }
  const [trivial = []] = times.values();
  const base = quantile(
    trivial.toSorted((a, b) => a - b),
    0.5,
  );
  for (const [name, all] of times) {
    const sorted = all.toSorted((a, b) => a - b);
    const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)];
    console.log(`${name.padEnd(58)} p50 ${shown(p50)}  p95 ${shown(p95)}  p50 is ${(p50 / base).toFixed(0)} × trivial`);
  }
}

/**
 * @param {import('../packages/db/src/index.ts').Database} db
 * @param {number} count
 */
async function seed(db, count) {
  const [organizationId, otherId, first, second, foreign] = Array.from({ length: 5 }, () => randomUUID());
  const at = new Date();
  for (const id of [organizationId, otherId]) {
    await db.pool.query(`INSERT INTO organizations (id, name, created_at) VALUES ($1, 'Bench', $2)`, [id, at]);
  }
  for (const [id, owner] of [
    [first, organizationId],
    [second, organizationId],
    [foreign, otherId],
  ]) {
    await db.pool.query(
      `INSERT INTO applications (id, organization_id, name, created_at) VALUES ($1, $2, 'Bench', $3)`,
      [id, owner, at],
    );
  }
  const client = await db.pool.connect();
  const seconds = (days * dayMs) / 1000;
  const started = performance.now();
  // As an import does: without triggers, counted afterwards.
  await client.query('SET session_replication_role = replica');
  const step = 100_000;
  for (let from = 1; from <= count; from += step) {
    // The number of a row says when it was made, so each statement counts up to the same end.
    const part = fillPayments.replace(
      'generate_series($5::bigint, $4::bigint)',
      `generate_series($5::bigint, least($4::bigint, $5::bigint + ${step - 1}))`,
    );
    await client.query({ text: part, values: [first, second, foreign, count, from, seconds] });
  }
  await client.query(fillRefunds);
  await client.query('SET session_replication_role = DEFAULT');
  await client.query('VACUUM ANALYZE');
  await client.query('UPDATE rollup_backfill SET counted_to = to_timestamp(0)');
  client.release();
  console.log(`${count} payments written in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return {
    organizationId: String(organizationId),
    first: String(first),
    second: String(second),
    foreign: String(foreign),
  };
}

/**
 * What the trigger adds to writing a payment, in microseconds.
 * @param {import('../packages/db/src/index.ts').Database} db
 * @param {string[]} applications
 */
async function measureTrigger(db, applications) {
  const client = await db.pool.connect();
  /** @type {Record<string, number>} */
  const took = {};
  let from = 1_000_000_000;
  for (const role of ['replica', 'origin', 'replica', 'origin']) {
    await client.query(`SET session_replication_role = ${role}`);
    const start = performance.now();
    const to = from + changesCount - 1;
    await client.query({ text: fillPayments, values: [...applications, to, from, 600] });
    took[role] = performance.now() - start;
    from += changesCount;
  }
  await client.query('SET session_replication_role = DEFAULT');
  client.release();
  const [bare = 0, noted = 0] = [took.replica, took.origin];
  const each = (/** @type {number} */ ms) => ((ms * 1000) / changesCount).toFixed(0);
  console.log(`writing a payment: ${each(bare)} µs without the trigger, ${each(noted)} µs with it`);
}

/**
 * @param {string} url
 * @param {number} count
 * @param {number} rounds
 */
async function bench(url, count, rounds) {
  await deploy(url);
  const db = openDatabase(url, { patienceMs: 600_000 });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const base = {
    db,
    clock: { now: () => new Date() },
    publish: async () => {},
    seal: () => '',
    log,
    scopes: allScopes,
  };
  try {
    const { organizationId, first, second, foreign } = await seed(db, count);
    const started = performance.now();
    while (!(await refreshRollups(base)).current);
    await db.pool.query('VACUUM ANALYZE rollups');
    console.log(`hourly totals counted in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const tenant = { applicationId: first, environment: /** @type {const} */ ('production') };
    const ctx = { ...base, tenant, actor: 'operator' };
    const day = (/** @type {number} */ ago) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
    const period = { from: day(89), to: day(0) };
    const organization = { organizationId, environment: tenant.environment };
    const since = new Date(Date.now() - 60 * dayMs).toISOString();
    const reports = (/** @type {string} */ suffix) => [
      { name: 'trivial statement', run: () => db.pool.query('SELECT 1') },
      {
        name: `90 days by day, application${suffix}`,
        run: () => reportCollections(ctx, tenant, { ...period, compare: false }),
      },
      { name: `the same with the 90 days before${suffix}`, run: () => reportCollections(ctx, tenant, period) },
      { name: `the same, organization${suffix}`, run: () => reportCollections(ctx, organization, period) },
      {
        name: `by source, organization${suffix}`,
        run: () => reportCollections(ctx, organization, { ...period, groupBy: 'source' }),
      },
      {
        name: `settlement by shortcode, organization${suffix}`,
        run: () => reportSettlement(ctx, organization, period),
      },
    ];
    const pages = [
      {
        name: 'page of 50: failed, since 60 days',
        run: () => browsePayments(ctx, { status: 'failed', createdFrom: since }),
      },
      { name: 'page of 50: a result code', run: () => browsePayments(ctx, { resultCode: '2001' }) },
      {
        name: 'page of 50: offline, at least KES 15,000',
        run: () => browsePayments(ctx, { source: 'c2b', amountMin: 15_000 }),
      },
    ];
    console.log(
      `load of the machine: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}; ${rounds} rounds`,
    );
    await measure([...reports(''), ...pages], rounds);
    await measureTrigger(db, [first, second, foreign]);
    await measure(reports(`, ${2 * changesCount} changes waiting`), Math.ceil(rounds / 4));
    const merging = performance.now();
    while (!(await refreshRollups(base)).current);
    console.log(`those changes added in ${(performance.now() - merging).toFixed(0)} ms`);
    // The rows of the first and third measurement of the trigger were written without notes.
    const check = await checkRollups(base, { from: new Date(Date.now() - dayMs / 2) });
    console.log(
      `rollups check of the last 12 hours: ${check.differingCount} differ (rows written without the trigger)`,
    );
  } finally {
    await db.close();
  }
}

const { values } = parseArgs({
  options: { payments: { type: 'string', default: '2000000' }, rounds: { type: 'string', default: '200' } },
});
const [count, rounds] = [Number(values.payments), Number(values.rounds)];
if (!Number.isSafeInteger(count) || !Number.isSafeInteger(rounds) || count < 1000 || rounds < 20) {
  console.error('usage: node scripts/bench-reports.mjs [--payments <number>] [--rounds <number, at least 20>]');
  process.exit(2);
}
const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-bench-'));
const server = await startPostgres({ dataDir, durable: false });
try {
  await bench(server.url(), count, rounds);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
