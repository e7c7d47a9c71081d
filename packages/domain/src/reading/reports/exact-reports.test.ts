import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../../kernel/context.ts';
import { play, seeds, steps } from '../../rollups/play.fixture.ts';
import { movableClock, type TestContext, testContext } from '../../testing/index.ts';
import { reportCollections, reportPayouts, reportSettlement } from './index.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database, { clock: movableClock() });
});
afterAll(() => test.close());

type Row = { group: string | null; startsAt: Date; endsAt: Date };
type Counted = { at: Date | null; group: string; amount: number; exactAmount?: string | null };

const cents = (rows: Counted[]) =>
  rows.reduce((total, { amount, exactAmount }) => total + Math.round(Number(exactAmount ?? amount) * 100), 0);
const kes = (sum: number) => (sum % 100 === 0 ? String(sum / 100) : (sum / 100).toFixed(2));
const sum = (rows: Counted[]) => kes(cents(rows));
const of = (rows: Counted[], { group, startsAt, endsAt }: Row) =>
  rows.filter((row) => row.at && row.at >= startsAt && row.at < endsAt && row.group === (group ?? ''));

/** The payments and disbursements of a merchant, one by one. */
async function rowsOf({ db, tenant }: TenantContext) {
  const payments = await db.prisma.payment.findMany({ where: tenant });
  const disbursements = await db.prisma.disbursement.findMany({ where: tenant });
  const sourceOf = new Map<string | null, string>(payments.map(({ id, source }) => [id, source]));
  return { payments, disbursements, sourceOf };
}
type Rows = Awaited<ReturnType<typeof rowsOf>>;

const groupOf = {
  none: () => '',
  shortcode: ({ shortcode }: { shortcode: string }) => shortcode,
} as const;

async function compareCollections(ctx: TenantContext, rows: Rows, input: Parameters<typeof reportCollections>[2]) {
  const isBySource = input.groupBy === 'source';
  const named = groupOf[input.groupBy === 'shortcode' ? 'shortcode' : 'none'];
  const payments = (status: string) =>
    rows.payments
      .filter((row) => row.status === status)
      .map((row) => ({ ...row, at: row.createdAt, group: isBySource ? row.source : named(row) }));
  const refunds = rows.disbursements
    .filter(({ kind, status }) => kind === 'reversal' && status === 'success')
    .map((row) => ({
      at: row.createdAt,
      group: isBySource ? (rows.sourceOf.get(row.paymentId) ?? '') : named(row),
      amount: row.amount,
    }));
  const report = await reportCollections(ctx, ctx.tenant, input);
  const all = [...report.current.rows, ...(report.previous?.rows ?? [])];
  const expected = all.map((row) => ({
    gross: sum(of(payments('success'), row)),
    succeeded: of(payments('success'), row).length,
    failed: of(payments('failed'), row).length,
    pending: of(payments('pending'), row).length,
    refunded: sum(of(refunds, row)),
    net: kes(cents(of(payments('success'), row)) - cents(of(refunds, row))),
  }));
  expect(all).toMatchObject(expected);
  // Nothing falls between the rows.
  const { startsAt, endsAt } = report.current;
  const whole = payments('success').filter(({ at }) => at >= startsAt && at < endsAt);
  expect([report.current.total.gross, report.current.total.succeeded]).toEqual([sum(whole), whole.length]);
}

async function compareMoved(ctx: TenantContext, rows: Rows, period: { from: string; to: string }) {
  const out = (kind: string) =>
    rows.disbursements
      .filter((row) => row.kind === kind && row.status === 'success')
      .map(({ settledAt, shortcode, amount }) => ({ at: settledAt, group: shortcode, amount }));
  const collected = rows.payments
    .filter(({ status }) => status === 'success')
    .map((row) => ({ ...row, at: row.source === 'c2b' ? row.createdAt : row.settledAt, group: row.shortcode }));
  const settlement = await reportSettlement(ctx, ctx.tenant, period);
  const moved = [...settlement.current.rows, ...(settlement.previous?.rows ?? [])];
  expect(moved).toMatchObject(
    moved.map((row) => ({
      collected: sum(of(collected, row)),
      collectedCount: of(collected, row).length,
      refunded: sum(of(out('reversal'), row)),
      paidOut: sum(of(out('payout'), row)),
    })),
  );
  const asked = (status: string) =>
    rows.disbursements
      .filter((row) => row.kind === 'payout' && row.status === status)
      .map(({ createdAt, amount }) => ({ at: createdAt, group: '', amount }));
  const { current } = await reportPayouts(ctx, ctx.tenant, { ...period, interval: 'month' });
  expect(current.rows).toMatchObject(
    current.rows.map((row) => ({
      amount: sum(of(asked('success'), row)),
      succeeded: of(asked('success'), row).length,
      failed: of(asked('failed'), row).length,
      pending: of(asked('pending'), row).length,
    })),
  );
}

describe('reports', () => {
  it('say what the rows add up to after anything, also before a refresh', { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const shop = await play(base, given);
        const rows = await rowsOf(shop);
        const day = (ago: number) => new Date(shop.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
        const period = { from: day(44), to: day(-1) };
        await compareCollections(shop, rows, period);
        await compareCollections(shop, rows, { ...period, interval: 'week', groupBy: 'source' });
        await compareCollections(shop, rows, { ...period, interval: 'month', timeZone: 'Europe/Berlin' });
        await compareCollections(shop, rows, { from: day(3), to: day(-1), interval: 'hour', groupBy: 'shortcode' });
        await compareMoved(shop, rows, period);
      }),
      { numRuns: seeds, endOnFailure: true },
    );
  });
});
