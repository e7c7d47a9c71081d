import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TenantContext } from '../kernel/context.ts';
import { type DayFigures, getDay } from '../reading/closing/index.ts';
import { makeDisbursements, makePayments } from '../reading/home/reports.fixture.ts';
import { recordDisbursement, recordPayment } from '../reconciliation/reconciliation.fixture.ts';
import { refreshRollups } from '../rollups/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { recordRefund } from './closing.fixture.ts';
import { signOffDay, sweepDays } from './index.ts';

// Whatever happens to payments and disbursements after days were signed off, a day says that it
// changed when its rows add up to something else, and never otherwise.

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
  base.clock.set(new Date('2026-11-24T08:00:00Z'));
});
afterAll(() => test.close());

const isLong = process.env.TILLGATE_LONG_TESTS === '1';
const hourMs = 3_600_000;
const eatOffsetMs = 3 * hourMs;
const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];

const kinds = [
  ...['pay', 'payPending', 'payOut', 'payOutPending', 'settle', 'settle', 'refund', 'refund', 'correct', 'remove'],
  ...['fail', 'sign', 'sign', 'sweep', 'refresh'],
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(1_000),
  /** Minutes since the first day began, over five days: some rows are of no signed day. */
  minute: fc.nat(5 * 24 * 60),
  amount: fc.integer({ min: 1, max: 150_000 }),
  cents: fc.nat(99),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const momentOf = ({ minute }: Step) => new Date(Date.parse('2026-11-19T21:00:00Z') + minute * 60_000);
const dayOf = (at: Date | null) => at && new Date(at.getTime() + eatOffsetMs).toISOString().slice(0, 10);
const pickOf = <Row>(rows: Row[], pick: number) => rows[pick % Math.max(1, rows.length)];

/** The same figures, added up row by row. */
async function naive({ db, tenant }: TenantContext, day: string): Promise<Omit<DayFigures, 'accounts'>> {
  const payments = await db.prisma.payment.findMany({ where: tenant });
  const out = await db.prisma.disbursement.findMany({ where: tenant });
  const cents = (row: { amount: number; exactAmount?: string | null }) =>
    Math.round(Number(row.exactAmount ?? row.amount) * 100);
  const sum = (rows: Parameters<typeof cents>[0][]) => rows.reduce((total, row) => total + cents(row), 0);
  const isOf = (at: Date | null) => dayOf(at) === day;
  const paid = payments.filter(({ status }) => status === 'success');
  const done = (kind: string) => out.filter((row) => row.kind === kind && row.status === 'success');
  const made = paid.filter(({ createdAt }) => isOf(createdAt));
  const refunds = done('reversal').filter(({ createdAt }) => isOf(createdAt));
  const payouts = done('payout').filter(({ createdAt }) => isOf(createdAt));
  const ofDay = new Set(payments.filter(({ createdAt }) => isOf(createdAt)).map(({ id }) => id));
  const pending = (rows: { status: string; createdAt: Date }[]) =>
    rows.filter((row) => row.status === 'pending' && isOf(row.createdAt)).length;
  return {
    collected: sum(made),
    collectedCount: made.length,
    refunded: sum(refunds),
    refundCount: refunds.length,
    net: sum(made) - sum(refunds),
    paidOut: sum(payouts),
    payoutCount: payouts.length,
    refundedSince: sum(done('reversal').filter(({ paymentId }) => paymentId !== null && ofDay.has(paymentId))),
    movedIn: sum(paid.filter((row) => isOf(row.source === 'c2b' ? row.createdAt : row.settledAt))),
    movedBack: sum(done('reversal').filter(({ settledAt }) => isOf(settledAt))),
    movedOut: sum(done('payout').filter(({ settledAt }) => isOf(settledAt))),
    pendingPayments: pending(payments),
    pendingPayouts: pending(out.filter(({ kind }) => kind === 'payout')),
  };
}

const paymentsOf = ({ db, tenant }: TenantContext, where: object = {}) =>
  db.prisma.payment.findMany({ where: { ...tenant, ...where }, orderBy: { id: 'asc' } });

/** Settles a payment or disbursement at a time. */
async function settle(mine: TenantContext, given: Step, status: 'success' | 'failed') {
  const settledAt = momentOf(given);
  const payments = await paymentsOf(mine, { status: 'pending' });
  const out = await mine.db.prisma.disbursement.findMany({ where: { ...mine.tenant, status: 'pending' } });
  const id = pickOf([...payments, ...out], given.pick)?.id;
  if (!id) return;
  const where = { id };
  const settled = { status, settledAt, resultCode: status === 'success' ? '0' : '1032' };
  const isPayment = payments.some((row) => row.id === id);
  if (isPayment) await mine.db.prisma.payment.update({ where, data: { ...settled, settledBy: 'callback' } });
  else await mine.db.prisma.disbursement.update({ where, data: { ...settled, settledBy: 'result' } });
}

const verbs: Record<Step['kind'], (mine: TenantContext, step: Step, world: TestContext) => Promise<unknown>> = {
  pay: (mine, given) => {
    const exactAmount = `${given.amount}.${String(given.cents).padStart(2, '0')}`;
    return recordPayment(mine, { amount: given.amount, exactAmount, createdAt: momentOf(given) });
  },
  payPending: (mine, given) => makePayments(mine, mine.tenant, [{ amount: given.amount, createdAt: momentOf(given) }]),
  payOut: (mine, given) => recordDisbursement(mine, { amount: given.amount, createdAt: momentOf(given) }),
  payOutPending: (mine, given) =>
    makeDisbursements(mine, mine.tenant, [{ amount: given.amount, createdAt: momentOf(given) }]),
  settle: (mine, given) => settle(mine, given, 'success'),
  fail: (mine, given) => settle(mine, given, 'failed'),
  async refund(mine, given) {
    const payment = pickOf(await paymentsOf(mine, { status: 'success' }), given.pick);
    const refund = { amount: given.amount, createdAt: momentOf(given) };
    if (payment) await recordRefund(mine, { ...refund, paymentId: payment.id });
  },
  async correct(mine, given) {
    const row = pickOf(await paymentsOf(mine), given.pick);
    const data = { amount: given.amount, exactAmount: null };
    if (row) await mine.db.prisma.payment.update({ where: { id: row.id }, data });
  },
  async remove(mine, given) {
    const row = pickOf(await paymentsOf(mine), given.pick);
    if (!row || (await mine.db.prisma.disbursement.count({ where: { paymentId: row.id } })) > 0) return;
    await mine.db.prisma.payment.delete({ where: { id: row.id } });
  },
  sign: (mine, { pick }) => signOffDay(mine, { day: pickOf(days, pick) ?? '', note: 'signed by chance' }),
  sweep: (_, __, world) => sweepDays(world),
  refresh: (_, __, world) => refreshRollups(world),
};

async function compare(mine: TenantContext) {
  for (const day of days) {
    const { figures, signOffs, difference, state } = await getDay(mine, { day });
    const { accounts: _, ...totals } = figures;
    const expected = await naive(mine, day);
    expect(totals).toEqual(expected);
    const [signed] = signOffs;
    if (!signed) {
      expect(state).toBe('open');
      continue;
    }
    const changed = (Object.keys(expected) as (keyof typeof expected)[])
      .filter((figure) => signed.figures[figure] !== expected[figure])
      .map((figure) => ({ figure, from: signed.figures[figure], to: expected[figure] }));
    const said = (difference?.changes ?? []).map(({ figure, from, to }) => ({ figure, from, to }));
    expect(said.sort((one, other) => (one.figure < other.figure ? -1 : 1))).toEqual(
      changed.sort((one, other) => (one.figure < other.figure ? -1 : 1)),
    );
    expect(state).toBe(changed.length > 0 ? 'changed' : 'signed');
  }
}

it('a signed day says that it changed whenever its rows did, and only then', { timeout: 600_000 }, async () => {
  const steps = fc.array(step, { minLength: 20, maxLength: isLong ? 80 : 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const shop = await seed(base).owner().application().credentials('sandbox').mint();
      const mine = shop.as('sandbox');
      const middle = Math.floor(given.length / 3);
      for (const [index, one] of given.entries()) {
        await verbs[one.kind](mine, one, base);
        if (index === middle) for (const day of days) await signOffDay(mine, { day, note: 'signed' });
      }
      await compare(mine);
      await refreshRollups(base);
      await compare(mine);
    }),
    { numRuns: isLong ? 20 : 4, endOnFailure: true },
  );
});
