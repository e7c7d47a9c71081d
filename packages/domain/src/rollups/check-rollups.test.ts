import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../kernel/context.ts';
import { makeDisbursements, makePayments } from '../reading/home/reports.fixture.ts';
import { movableClock, seed, type TestContext, testContext } from '../testing/index.ts';
import { checkRollups } from './check-rollups.ts';
import { refreshRollups } from './refresh-rollups.ts';
import { naiveTotals, storedTotals } from './rollups.fixture.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: movableClock(new Date('2026-03-04T10:20:00.000Z')) });
});
afterAll(() => test.close());

const at = (text: string) => new Date(text);

async function tenantWithRows(): Promise<Tenant> {
  const { applicationId } = await seed(ctx).owner().application().mint();
  const tenant: Tenant = { applicationId, environment: 'sandbox' };
  await makePayments(ctx, tenant, [
    { createdAt: at('2026-01-10T10:05:00Z'), status: 'success', amount: 50 },
    { createdAt: at('2026-02-10T10:05:00Z'), status: 'success', amount: 70 },
    { createdAt: at('2026-03-04T10:05:00Z') },
  ]);
  await makeDisbursements(ctx, tenant, [{ createdAt: at('2026-02-11T09:00:00Z'), status: 'success', amount: 30 }]);
  while (!(await refreshRollups(ctx)).current);
  return tenant;
}

describe('checkRollups', () => {
  it('finds nothing where totals and rows agree, in an empty database too', async () => {
    expect(await checkRollups(ctx, {})).toMatchObject({ from: null, differingCount: 0 });
    const { applicationId } = await tenantWithRows();
    expect(await checkRollups(ctx, { applicationId })).toMatchObject({ differing: [], differingCount: 0 });
  });

  it('names hours that differ, and repairs them when it is asked to', async () => {
    const tenant = await tenantWithRows();
    const { applicationId } = tenant;
    await ctx.db.pool.query(
      `UPDATE rollups SET amount = amount + 1 WHERE application_id = $1 AND hour = '2026-01-10T10:00:00Z' AND basis = 'made'`,
      [applicationId],
    );
    await ctx.db.pool.query(`DELETE FROM rollups WHERE application_id = $1 AND kind = 'payout'`, [applicationId]);
    // A total of what never was.
    await ctx.db.pool.query(
      `INSERT INTO rollups SELECT application_id, environment, basis, '2026-02-20T00:00:00Z', kind, source, status, result_code,
         shortcode, 3, 30, 30.5 FROM rollups WHERE application_id = $1 AND basis = 'made' AND hour = '2026-01-10T10:00:00Z'`,
      [applicationId],
    );
    const progress: Date[] = [];
    const check = await checkRollups(ctx, { applicationId }, ({ to }) => void progress.push(to));
    expect(check.differing.map(({ hour }) => hour.toISOString())).toEqual([
      '2026-01-10T10:00:00.000Z',
      '2026-02-11T09:00:00.000Z',
      '2026-02-20T00:00:00.000Z',
    ]);
    expect(check.differing[1]).toMatchObject({ ...tenant, totals: 2, rows: '2', counted: '0' });
    expect(check.differing[2]).toMatchObject({ rows: '0', counted: '3', countedAmount: '30.5' });
    expect(progress.length).toBeGreaterThan(100);
    expect(await checkRollups(ctx, { applicationId, to: at('2026-02-11T09:00:00Z') })).toMatchObject({
      differingCount: 1,
    });
    expect(await checkRollups(ctx, { applicationId, from: at('2026-02-11T09:59:00Z') })).toMatchObject({
      differingCount: 2,
    });

    expect(await checkRollups(ctx, { applicationId, repair: true })).toMatchObject({
      differingCount: 3,
      repaired: true,
    });
    expect(await storedTotals(ctx, tenant)).toEqual(await naiveTotals(ctx, tenant));
    expect(await checkRollups(ctx, {})).toMatchObject({ differingCount: 0 });
  });

  it('refuses a reversed range', async () => {
    const reversed = { from: at('2026-02-02T00:00:00Z'), to: at('2026-02-01T00:00:00Z') };
    await expect(checkRollups(ctx, reversed)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
