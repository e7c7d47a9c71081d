import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillTables, seed, type TestContext, testContext } from '../../testing/index.ts';
import { type BacklogQueue, backlogRowsMax, queues, readBacklog } from './read-backlog.ts';
import { backlogStatement } from './statements.ts';

/** Finished rows of each table: what a read must not look at. */
const finished = 2_000;
const fillMs = 300_000;
const waitSeconds = 600;

let test: TestDatabase;
let ctx: TestContext;

const random = 'md5(random()::text || n)';
const uuid = 'gen_random_uuid()';
/** What differs from row to row, by table. */
const distinct: Record<string, string> = {
  payments: `'id', ${uuid}, 'provider_receipt', ${random}`,
  disbursements: `'id', ${uuid}, 'originator_conversation_id', ${random}, 'callback_token', ${random} || ${random}`,
  inquiries: `'id', ${uuid}, 'callback_token', ${random} || ${random}`,
  provider_callbacks: `'id', ${uuid}, 'body_hash', ${random} || ${random}`,
  webhook_deliveries: `'id', ${uuid}, 'event_id', ${uuid}`,
  orders: `'id', ${uuid}, 'request_key', ${uuid}`,
  mails: `'id', ${uuid}`,
  exports: `'id', ${uuid}`,
  export_uploads: `'id', ${uuid}, 'export_id', ${uuid}`,
  link_attempts: `'id', ${uuid}, 'visit_hash', ${random} || ${random}, 'token_hash', ${random} || ${random}`,
  credits_due: `'payment_id', ${uuid}`,
  idempotency_records: `'id', ${uuid}, 'key', ${random}`,
  reviews: `'id', ${uuid}, 'subject_id', ${uuid}`,
  engine_events: `'seq', nextval('engine_events_seq_seq'), 'id', ${random}`,
  engine_runs: `'id', ${random}, 'event_id', ${random}`,
};

/** Tables that have rows of what waits alone. */
const mailboxes = ['engine_events', 'credits_due'];

const since = `to_jsonb($1::timestamptz - interval '${waitSeconds} seconds')`;
const future = `to_jsonb($1::timestamptz + interval '1 hour')`;
const pending = `'status', 'pending', 'settled_at', NULL, 'settled_by', NULL, 'result_code', NULL`;
const prompt = `${pending}, 'source', 'stk', 'phone', '254712345678', 'provider_receipt', NULL,
  'callback_token', ${random} || ${random}`;

const openReview = `'status', 'open', 'closed_at', NULL, 'closed_by', NULL, 'closing_note', NULL`;

/** Rows that wait, by queue: their table, and what makes them wait. A row in the future is not due. */
const waiting: Record<BacklogQueue, [table: string, cells: string, later?: string]> = {
  prompts_pending: ['payments', `${prompt}, 'created_at', ${since}, 'next_query_at', ${future}`],
  prompt_queries_due: ['payments', `${prompt}, 'next_query_at', ${since}`, 'next_query_at'],
  announcements_due: ['payments', `'announce_at', ${since}`, 'announce_at'],
  disbursement_inquiries_due: ['disbursements', `${pending}, 'next_inquiry_at', ${since}`, 'next_inquiry_at'],
  inquiries_pending: ['inquiries', `'status', 'pending', 'ended_at', NULL, 'created_at', ${since}`],
  callbacks_due: ['provider_callbacks', `'retry_at', ${since}`, 'retry_at'],
  callbacks_astray: ['provider_callbacks', `'state', 'unmatched', 'retry_at', NULL, 'received_at', ${since}`],
  deliveries_due: [
    'webhook_deliveries',
    `'status', 'due', 'ended_at', NULL, 'next_attempt_at', ${since}`,
    'next_attempt_at',
  ],
  deliveries_parked: [
    'webhook_deliveries',
    `'status', 'due', 'ended_at', NULL, 'next_attempt_at', ${since}, 'parked_at', ${since}`,
    'next_attempt_at',
  ],
  orders_due: [
    'orders',
    `'status', 'approved', 'decided_by', NULL, 'decided_at', NULL, 'outcome', NULL, 'created_at', ${since}`,
  ],
  mails_due: ['mails', `'status', 'due', 'ended_at', NULL, 'next_attempt_at', ${since}`, 'next_attempt_at'],
  exports_open: ['exports', `'status', 'queued', 'ended_at', NULL, 'worked_at', ${since}`],
  uploads_due: ['export_uploads', `'status', 'due', 'ended_at', NULL, 'next_attempt_at', ${since}`, 'next_attempt_at'],
  link_attempts_waiting: [
    'link_attempts',
    `'state', 'waiting', 'refusal', NULL, 'ended_at', NULL, 'created_at', ${since}`,
  ],
  credits_due: ['credits_due', `'noted_at', ${since}`],
  claims_lapsed: [
    'idempotency_records',
    `'state', 'in_flight', 'completed_at', NULL, 'outcome', NULL, 'lease_until', ${since}`,
    'lease_until',
  ],
  reviews_open: ['reviews', `${openReview}, 'opened_at', ${since}`],
  engine_events: ['engine_events', `'received_at', ${since}`],
  engine_runs_due: ['engine_runs', `'status', 'queued', 'ended_at', NULL, 'wake_at', ${since}`, 'wake_at'],
};

/** Rows like the finished one of a table, with other cells. */
async function copy(table: string, count: number, cells: string): Promise<void> {
  const client = await test.database.pool.connect();
  try {
    // Rows point to nothing, and nothing notes them: only the indexes matter here.
    await client.query('SET session_replication_role = replica');
    await client.query({
      text: `
        INSERT INTO ${table} SELECT made.*
        FROM (SELECT * FROM ${table} ORDER BY ctid LIMIT 1) x, generate_series(1, ${count}) n,
          LATERAL (SELECT to_jsonb(x) || jsonb_build_object('n', n, ${distinct[table]}) || ${cells} AS cells) given,
          LATERAL jsonb_populate_record(NULL::${table}, given.cells) made
        WHERE $1::timestamptz IS NOT NULL`,
      values: [ctx.clock.now()],
      query_timeout: fillMs,
    } as never);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

/** One finished row of each table, and as many like it as a read must not look at. */
async function fill(): Promise<void> {
  const merchant = await seed(ctx).owner().application().mint();
  const { organizationId, owner } = merchant;
  const at = ctx.clock.now();
  const tenant = merchant.as('sandbox').tenant;
  await fillTables(test.database, { tenant, organizationId, userId: owner.userId, text: 'text', at });
  const { pool } = test.database;
  await pool.query(`UPDATE reviews SET status = 'closed', closed_at = now(), closed_by = 'user:x', closing_note = 'x'`);
  await pool.query(`UPDATE provider_callbacks SET state = 'applied', applied_at = now(), retry_at = NULL`);
  await pool.query(`
    INSERT INTO engine_runs (id, fn, event_id, event, keys, status, ended_at)
    VALUES ('run', 'fn', 'event', '{}', '{}', 'completed', now())`);
  await pool.query(`INSERT INTO engine_events (id, name, data, ts) VALUES ('event', 'name', '{}', 0)`);
  for (const table of Object.keys(distinct)) {
    if (!mailboxes.includes(table)) await copy(table, finished, `'{}'::jsonb`);
  }
}

beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  await fill();
}, fillMs);
afterAll(() => test?.close());

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function plan(): Promise<Plan[]> {
  const statement = backlogStatement(ctx.clock.now(), backlogRowsMax);
  return test.database.transaction(
    async (db) => {
      const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        name: '',
        text: `EXPLAIN (FORMAT JSON) ${statement.text}`,
        values: statement.values,
      });
      return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    },
    { byIndex: true },
  );
}

describe('the backlog', () => {
  it('is empty when everything is finished', async () => {
    const { pool } = test.database;
    const kept = await pool.query('SELECT payment_id, noted_at FROM credits_due');
    for (const table of mailboxes) await pool.query(`DELETE FROM ${table}`);
    const backlog = await readBacklog(ctx);
    expect(backlog.map(({ queue }) => queue).sort()).toEqual(Object.keys(queues).sort());
    expect(backlog.filter(({ rows, oldestSeconds }) => rows > 0 || oldestSeconds > 0)).toEqual([]);
    await pool.query(`INSERT INTO engine_events (id, name, data, ts) VALUES ('event', 'name', '{}', 0)`);
    for (const { payment_id, noted_at } of kept.rows) {
      await pool.query('INSERT INTO credits_due VALUES ($1, $2)', [payment_id, noted_at]);
    }
  });

  it('tells of each queue how many rows wait and for how long, and leaves out what is not due', async () => {
    for (const [table, cells, later] of Object.values(waiting)) {
      await copy(table, 3, `jsonb_build_object(${cells})`);
      if (later) await copy(table, 2, `jsonb_build_object(${cells}) || jsonb_build_object('${later}', ${future})`);
    }
    const backlog = new Map((await readBacklog(ctx)).map((one) => [one.queue, one]));
    const expected = new Map<string, number>([
      // Those that are to be asked about are pending, too.
      ['prompts_pending', 3 + 3 + 2],
      // And the one that the others were copied from.
      ['engine_events', 3 + 1],
      ['credits_due', 3 + 1],
    ]);
    for (const queue of Object.keys(queues) as BacklogQueue[]) {
      const { rows, oldestSeconds } = backlog.get(queue) ?? { rows: -1, oldestSeconds: -1 };
      expect(rows, queue).toBe(expected.get(queue) ?? 3);
      if (!mailboxes.includes(queue)) expect(oldestSeconds, queue).toBe(waitSeconds);
    }
  });

  it('reads indexes alone, and of the big tables nothing but indexes of what waits', async () => {
    // Freezing waits for pages that are in use, which a plain vacuum passes over and leaves to be read.
    for (const table of Object.keys(distinct)) await test.database.pool.query(`VACUUM (FREEZE, ANALYZE) ${table}`);
    const nodes = await plan();
    const read = nodes.filter((node) => node['Relation Name'] !== undefined);
    const others = read.filter((node) => node['Node Type'] !== 'Index Only Scan');
    // Applications are few. Of a mailbox the oldest row is read.
    expect(others.map((node) => [node['Node Type'], node['Relation Name'], node['Index Name']])).toEqual([
      [expect.any(String), 'applications', undefined],
      ['Index Scan', 'engine_events', 'engine_events_pkey'],
    ]);
    // Which of several indexes of what waits the planner takes is its own choice.
    const used = [...new Set(read.map((node) => node['Index Name']))].filter((name) => name !== undefined);
    const { rows } = await test.database.pool.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL`,
    );
    const partial = new Set(rows.map(({ name }) => name));
    expect(used.filter((name) => !partial.has(name)).sort()).toEqual([
      'credits_due_noted_at_idx',
      'engine_events_pkey',
      'payments_application_id_environment_status_created_at_id_idx',
    ]);
    expect(used.length).toBeGreaterThan(10);
  });

  it('counts no further than its limit', async () => {
    await copy('webhook_deliveries', backlogRowsMax + 5, `jsonb_build_object(${waiting.deliveries_due[1]})`);
    const [deliveries] = (await readBacklog(ctx)).filter(({ queue }) => queue === 'deliveries_due');
    expect(deliveries).toEqual({ queue: 'deliveries_due', rows: backlogRowsMax, oldestSeconds: waitSeconds });
  });
});
