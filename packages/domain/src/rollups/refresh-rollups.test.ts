import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../kernel/context.ts';
import { makePayments } from '../reading/home/reports.fixture.ts';
import { movableClock, seed, type TestContext, testContext } from '../testing/index.ts';
import { refreshRollups } from './refresh-rollups.ts';
import { currentTotals, naiveTotals, storedTotals } from './rollups.fixture.ts';
import { findBackfill } from './statements.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: movableClock() });
});
afterAll(() => test.close());

async function newTenant(): Promise<Tenant> {
  const { applicationId } = await seed(ctx).owner().application().mint();
  return { applicationId, environment: 'sandbox' };
}
const hoursAgo = (hours: number) => new Date(ctx.clock.now().getTime() - hours * 3_600_000);

describe('refreshRollups', () => {
  it('stands back while another worker is at it', async () => {
    const client = await ctx.db.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('tillgate.rollups'), 0)`);
      expect(await refreshRollups(ctx)).toEqual({ current: false });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await refreshRollups(ctx)).toEqual({ current: true });
  });

  it('adds many changes in bounded steps, and keeps no total of nothing', async () => {
    const tenant = await newTenant();
    // Each in an hour of its own: a statement notes the sum of an hour.
    const rows = Array.from({ length: 600 }, (_, n) => ({ createdAt: hoursAgo(n), amount: 1 + (n % 7) }));
    await makePayments(ctx, tenant, rows);
    expect(await refreshRollups(ctx, { budgetMs: 0, changesMax: 500 })).toEqual({ current: false });
    expect(await currentTotals(ctx, tenant)).toEqual(await naiveTotals(ctx, tenant));
    await ctx.db.prisma.payment.updateMany({
      where: { ...tenant },
      data: { status: 'failed', resultCode: '1032', settledAt: ctx.clock.now(), settledBy: 'callback' },
    });
    while (!(await refreshRollups(ctx, { changesMax: 500 })).current);
    expect(await storedTotals(ctx, tenant)).toEqual(await naiveTotals(ctx, tenant));
    expect(await ctx.db.prisma.rollup.count({ where: { ...tenant, status: 'pending' } })).toBe(0);
    expect(await ctx.db.prisma.rollupChange.count()).toBe(0);
  });

  it('takes result codes of any length', async () => {
    const tenant = await newTenant();
    const codes = ['x'.repeat(4_000), `${'x'.repeat(4_000)}y`, ''.padEnd(63, 'z')];
    const failed = { createdAt: ctx.clock.now(), status: 'failed' as const };
    await makePayments(
      ctx,
      tenant,
      codes.map((resultCode) => ({ ...failed, resultCode })),
    );
    while (!(await refreshRollups(ctx)).current);
    const counts = await ctx.db.prisma.rollup.findMany({ where: tenant, orderBy: { resultCode: 'asc' } });
    expect(counts.map(({ count }) => Number(count))).toEqual([2, 1]);
  });

  it('counts what is older than the triggers in bounded steps, while more comes in', async () => {
    const own = await testDatabase();
    try {
      const past: TestContext = { ...ctx, db: own.database };
      const { applicationId } = await seed(past).owner().application().mint();
      const tenant: Tenant = { applicationId, environment: 'production' };
      const rows = Array.from({ length: 10 * 24 }, (_, hour) => ({
        createdAt: hoursAgo(hour),
        settledAt: hoursAgo(hour - 30),
        status: 'success' as const,
        amount: 7,
      }));
      const [first = ''] = await makePayments(past, tenant, rows);
      // As a database is when the migration has just run.
      await past.db.pool.query('DELETE FROM rollup_changes; UPDATE rollup_backfill SET counted_to = to_timestamp(0)');
      expect(await refreshRollups(past, { budgetMs: 0 })).toEqual({ current: false });
      const countedTo = await findBackfill(past.db.pool);
      expect(countedTo?.getTime()).toBeLessThan(hoursAgo(200).getTime());
      await makePayments(past, tenant, [{ createdAt: hoursAgo(100), status: 'success', amount: 9 }]);
      await past.db.prisma.payment.update({ where: { id: first }, data: { amount: 8 } });
      let runs = 1;
      while (!(await refreshRollups(past, { budgetMs: 0 })).current) runs += 1;
      expect(runs).toBeGreaterThan(35);
      expect(await findBackfill(past.db.pool)).toBeNull();
      expect(await storedTotals(past, tenant)).toEqual(await naiveTotals(past, tenant));
    } finally {
      await own.close();
    }
  });
});
