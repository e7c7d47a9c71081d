import type { Queryable } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../context.ts';
import { makeDisbursements, makePayments } from '../reading/home/reports.fixture.ts';
import { movableClock, seed, type TestContext, testContext } from '../testing/index.ts';
import { refreshRollups } from './refresh-rollups.ts';

const dayMs = 24 * 3_600_000;

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: movableClock(new Date()) });
});
afterAll(() => test.close());

type Count = { hour: Date; by: string; status: string; resultCode: string; count: number; amount: string };

async function counts(tenant: Tenant, text: string): Promise<Count[]> {
  const { rows } = await ctx.db.pool.query<Count>(`${text} ORDER BY 1, 2, 3, 4`, [
    tenant.applicationId,
    tenant.environment,
  ]);
  return rows;
}

const naive = (tenant: Tenant, table = 'payments', by = 'source') =>
  counts(
    tenant,
    `SELECT date_trunc('hour', created_at, 'UTC') AS hour, ${by}::text AS by, status::text, coalesce(result_code, '') AS "resultCode",
       count(*)::int AS count, sum(amount)::text AS amount
     FROM ${table} WHERE application_id = $1 AND environment = $2 GROUP BY 1, 2, 3, 4`,
  );
const kept = (tenant: Tenant, table = 'payment_rollups', by = 'source') =>
  counts(
    tenant,
    `SELECT hour, ${by}::text AS by, status::text, result_code AS "resultCode", count, amount::text
     FROM ${table} WHERE application_id = $1 AND environment = $2`,
  );

async function newTenant(): Promise<Tenant> {
  const { applicationId } = await seed(ctx).owner().application().mint();
  return { applicationId, environment: 'sandbox' };
}

async function refreshAll(): Promise<number> {
  for (let runs = 1; runs < 2_000; runs += 1) {
    if ((await refreshRollups(ctx, { budgetMs: 0 })).current) return runs;
  }
  throw new Error('the rollups never became current');
}

type Step =
  | { do: 'make'; daysAgo: number; source: 'stk' | 'c2b'; amount: number; held: boolean }
  | { do: 'settle'; pick: number; code: string; amount: number; held: boolean }
  | { do: 'correct'; pick: number; amount: number }
  | { do: 'supersede'; pick: number }
  | { do: 'commit' }
  | { do: 'wait'; seconds: number }
  | { do: 'refresh'; workers: number };

const pick = fc.nat(30);
const amount = fc.integer({ min: 1, max: 150_000 });
const daysAgo = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('make' as const),
    daysAgo,
    source: fc.constantFrom('stk', 'c2b'),
    amount,
    held: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('settle' as const),
    pick,
    code: fc.constantFrom('0', '1032', '1'),
    amount,
    held: fc.boolean(),
  }),
  fc.record({ do: fc.constant('correct' as const), pick, amount }),
  fc.record({ do: fc.constant('supersede' as const), pick }),
  fc.constant<Step>({ do: 'commit' }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ do: fc.constant('refresh' as const), workers: fc.integer({ min: 1, max: 3 }) }),
);

/** Plays steps against the rows; what is `held` stays in one open transaction until a commit. */
async function play(tenant: Tenant, steps: Step[]): Promise<void> {
  const made: string[] = [];
  const held = await ctx.db.pool.connect();
  await held.query('BEGIN');
  // A row that the open transaction has changed would be waited for.
  const locked = new Set<string>();
  const free = (at: number) => made.filter((id) => !locked.has(id)).at(at % Math.max(1, made.length - locked.size));
  const run = (db: { query: Queryable['query'] } | typeof held, text: string, values: unknown[]) =>
    (db as typeof held).query(text, values);
  const one: Record<Step['do'], (step: never) => Promise<void>> = {
    async make(given: Extract<Step, { do: 'make' }>) {
      const createdAt = new Date(ctx.clock.now().getTime() - given.daysAgo * dayMs);
      if (!given.held) {
        made.push(...(await makePayments(ctx, tenant, [{ ...given, createdAt }])));
        return;
      }
      await run(
        held,
        `INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, account_ref, description,
           shortcode, created_at)
         VALUES (gen_random_uuid(), $1, 'sandbox', 'c2b', 'pending', $2, $2, 'R', 'D', '174379', $3)`,
        [tenant.applicationId, given.amount, createdAt],
      );
    },
    async settle(given: Extract<Step, { do: 'settle' }>) {
      const id = free(given.pick);
      if (id === undefined) return;
      if (given.held) locked.add(id);
      const status = given.code === '0' ? 'success' : 'failed';
      await run(
        given.held ? held : ctx.db.pool,
        `UPDATE payments SET status = $2::"PaymentStatus", result_code = $3, amount = $4, settled_at = $5, settled_by = 'callback'
         WHERE id = $1 AND (status = 'pending' OR (status = 'failed' AND $2 = 'success'))`,
        [id, status, given.code, given.amount, ctx.clock.now()],
      );
    },
    async correct(given: Extract<Step, { do: 'correct' }>) {
      const id = free(given.pick);
      if (id) await run(ctx.db.pool, `UPDATE payments SET amount = $2 WHERE id = $1`, [id, given.amount]);
    },
    async supersede(given: Extract<Step, { do: 'supersede' }>) {
      const id = free(given.pick);
      const text = `UPDATE payments SET status = 'failed', result_code = 'superseded' WHERE id = $1 AND status = 'success'`;
      if (id) await run(ctx.db.pool, text, [id]);
    },
    async commit() {
      await held.query('COMMIT');
      locked.clear();
      await held.query('BEGIN');
    },
    async wait(given: Extract<Step, { do: 'wait' }>) {
      ctx.clock.advance(given.seconds);
    },
    async refresh(given: Extract<Step, { do: 'refresh' }>) {
      await Promise.all(Array.from({ length: given.workers }, () => refreshRollups(ctx, { budgetMs: 0 })));
    },
  };
  try {
    for (const next of steps) await one[next.do](next as never);
  } finally {
    await held.query('COMMIT');
    held.release();
  }
}

describe('refreshRollups', () => {
  it('counts what the rows say, whatever was made, settled late, corrected or committed late in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        ctx.clock.set(new Date());
        const tenant = await newTenant();
        await play(tenant, steps);
        await refreshAll();
        expect(await kept(tenant)).toEqual(await naive(tenant));
      }),
      { numRuns: 50 },
    );
  });

  it('catches up with 60 days in bounded steps, each kept, and then needs one', async () => {
    const own = await testDatabase();
    try {
      const past: TestContext = { ...ctx, db: own.database, clock: movableClock(new Date()) };
      const { applicationId } = await seed(past).owner().application().mint();
      const tenant: Tenant = { applicationId, environment: 'production' };
      const at = (hoursAgo: number) => new Date(past.clock.now().getTime() - hoursAgo * 3_600_000);
      await makePayments(
        past,
        tenant,
        Array.from({ length: 60 * 24 }, (_, hour) => ({ createdAt: at(hour), status: 'success' as const, amount: 7 })),
      );
      // As after an import that wrote no notes.
      await past.db.pool.query('DELETE FROM rollup_touches');
      expect(await refreshRollups(past, { budgetMs: 0 })).toEqual({ current: false });
      const first = await past.db.prisma.paymentRollup.aggregate({ _sum: { count: true } });
      expect(first._sum.count).toBeGreaterThan(0);
      expect(first._sum.count).toBeLessThan(20);
      let runs = 1;
      while (!(await refreshRollups(past, { budgetMs: 0 })).current) runs += 1;
      expect(runs).toBeGreaterThan(200);
      const all = await past.db.prisma.paymentRollup.aggregate({ _sum: { count: true, amount: true } });
      expect(all._sum).toEqual({ count: 60 * 24, amount: BigInt(7 * 60 * 24) });
      expect(await refreshRollups(past, { budgetMs: 0 })).toEqual({ current: true });
    } finally {
      await own.close();
    }
  });

  it('finds rows that are imported with times long past after it was up to date', async () => {
    const tenant = await newTenant();
    await refreshAll();
    const createdAt = new Date(ctx.clock.now().getTime() - 45 * dayMs);
    await makePayments(ctx, tenant, [
      { createdAt, status: 'success', amount: 5 },
      { createdAt, status: 'failed' },
      { createdAt, source: 'c2b', status: 'success', amount: 6 },
    ]);
    const notes = await ctx.db.prisma.rollupTouch.count({ where: { applicationId: tenant.applicationId } });
    expect(notes).toBe(1);
    await refreshAll();
    expect(await kept(tenant)).toHaveLength(3);
    expect(await kept(tenant)).toEqual(await naive(tenant));
  });

  it('leaves notes for nothing that is made and settled now', async () => {
    ctx.clock.set(new Date());
    const tenant = await newTenant();
    const [id] = await makePayments(ctx, tenant, [{ createdAt: ctx.clock.now() }]);
    const data = { status: 'success', resultCode: '0', settledAt: ctx.clock.now(), settledBy: 'callback' } as const;
    await ctx.db.prisma.payment.updateMany({ where: { id }, data });
    expect(await ctx.db.prisma.rollupTouch.count({ where: { applicationId: tenant.applicationId } })).toBe(0);
  });

  it('counts disbursements by kind', async () => {
    const tenant = await newTenant();
    const createdAt = ctx.clock.now();
    await makeDisbursements(ctx, tenant, [
      { createdAt, status: 'success', amount: 10 },
      { createdAt, status: 'success', amount: 20 },
      { createdAt, kind: 'reversal', status: 'failed' },
      { createdAt },
    ]);
    await refreshAll();
    const rows = await kept(tenant, 'disbursement_rollups', 'kind');
    expect(rows).toEqual(await naive(tenant, 'disbursements', 'kind'));
    expect(rows.find(({ status }) => status === 'success')).toMatchObject({ by: 'payout', count: 2, amount: '30' });
  });

  it('stands back while another worker is at it', async () => {
    const client = await ctx.db.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('tillgate.rollups'), hashtext('payments'))`);
      expect(await refreshRollups(ctx)).toEqual({ current: false });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await refreshRollups(ctx)).toEqual({ current: true });
  });
});
