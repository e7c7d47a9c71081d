import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysFrom } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { importStatement } from '../../reconciliation/index.ts';
import { at, eat, fileOf, recordPayment, unique } from '../../reconciliation/reconciliation.fixture.ts';
import { clearReview } from '../../reviews/index.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { colourOf } from './calendar.ts';
import { getCalendar } from './get-calendar.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-22T08:00:00Z'));
});
afterAll(() => test.close());

async function merchant(): Promise<{ as: TenantContext; shortcode: string }> {
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  const { shortcode } = await shop.providerAccount('sandbox');
  return { as: shop.as('sandbox'), shortcode };
}

const colours = async (as: TenantContext, shortcode: string, from = '2026-11-19', to = '2026-11-21') => {
  const { days } = await getCalendar(as, { shortcode, from, to });
  return days.map(({ day, colour }) => `${day.slice(-2)} ${colour}`);
};

describe('the colour of a day', () => {
  const green = { lines: 1, openExceptions: 0, gaps: [], isCovered: true, hasProblems: false, outside: 0 };
  const gap = { from: { at: at('10:00:00'), receipt: 'A' }, to: { at: at('11:00:00'), receipt: 'B' }, cents: 1 };
  it.each([
    ['green', {}],
    ['none', { lines: 0, isCovered: false }],
    ['amber', { openExceptions: 1 }],
    ['amber', { hasProblems: true }],
    ['none', { lines: 0, isCovered: false, outside: 1 }],
    ['amber', { lines: 0, isCovered: false, openExceptions: 1 }],
    ['red', { gaps: [gap], openExceptions: 1 }],
  ] as const)('is %s with %j', (colour, changes) => {
    expect(colourOf({ ...green, ...changes, gaps: [...(('gaps' in changes && changes.gaps) || [])] })).toBe(colour);
  });

  it('has the days of a month that ends', () => {
    expect(daysFrom('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
    expect(daysFrom('2026-03-02', '2026-03-01')).toEqual([]);
  });
});

describe('two accounts of one shortcode', () => {
  const above = (shortcode: string, account: string) => [
    ['Account Holder:', 'EXAMPLE TRADERS LIMITED'],
    ['Short Code:', shortcode],
    ['Account:', account],
    ['Time Period:', '', 'From 20-11-2026 00:00:00', '', 'To 20-11-2026 23:59:59'],
    ['Operator:', 'operator1', '', '', 'Date of Report: 21-11-2026 08:00:00'],
  ];
  const transfer = 'Utility Account to Organization Settlement Account';

  it('have a balance each, and a transfer between them is one thing', async () => {
    const { as, shortcode } = await merchant();
    const [paid, moved, withdrawn] = [unique(), unique(), unique()];
    await recordPayment(as, {
      shortcode,
      providerReceipt: paid,
      amount: 500,
      requestedAmount: 500,
      createdAt: at('09:00:00'),
    });
    const utility = [
      { receipt: paid, time: eat('09:00:00'), paidIn: '500.00', balance: '500.00', type: 'Pay Bill Online' },
      { receipt: moved, time: eat('18:00:00'), withdrawn: '-500.00', balance: '0.00', type: transfer },
    ];
    const working = [
      { receipt: moved, time: eat('18:00:00'), paidIn: '500.00', balance: '10,500.00', type: transfer },
      {
        receipt: withdrawn,
        time: eat('19:00:00'),
        withdrawn: '-300.00',
        balance: '10,200.00',
        type: 'Withdrawal of Funds',
      },
    ];
    for (const [account, rows] of [
      ['Working Account', working],
      ['Utility Account', utility],
    ] as const) {
      const { differing } = await importStatement(as, fileOf(shortcode, rows, above(shortcode, account)));
      expect(differing.count).toBe(0);
    }
    expect(await as.db.prisma.review.findMany({ where: as.tenant })).toEqual([]);
    const { days } = await getCalendar(as, { shortcode, from: '2026-11-20', to: '2026-11-21' });
    expect(days).toMatchObject([
      { colour: 'green', lines: 4, gaps: [], inCents: 50_000, outCents: 0, closingBalanceCents: 1_020_000 },
      { colour: 'none' },
    ]);
  });

  it('are followed by themselves where their lines come in turn, and a gap is one of its account', async () => {
    const { as, shortcode } = await merchant();
    const rows = (from: number, cents: number, skipped = 0) =>
      [0, 1, 2].map((n) => ({
        receipt: unique(),
        time: eat(`10:0${n * 2 + from}:00`),
        paidIn: '100.00',
        balance: String(cents + (n + 1) * 100 + (n === 2 ? skipped : 0)),
      }));
    for (const [from, account, opening, skipped] of [
      [0, 'Utility Account', 0, 0],
      [1, 'Working Account', 10_000, 50],
    ] as const) {
      await importStatement(as, fileOf(shortcode, rows(from, opening, skipped), above(shortcode, account)));
    }
    const { days } = await getCalendar(as, { shortcode, from: '2026-11-20', to: '2026-11-20' });
    expect(days[0]?.gaps.map(({ cents }) => cents)).toEqual([5_000]);
  });

  it('say nothing is missing of money that is never theirs', async () => {
    const { as, shortcode } = await merchant();
    await recordPayment(as, { shortcode, providerReceipt: unique(), createdAt: at('12:00:00') });
    const rows = ['09:00:00', '18:00:00'].map((time) => ({
      receipt: unique(),
      time: eat(time),
      withdrawn: '-1.00',
      type: 'Withdrawal of Funds',
    }));
    await importStatement(as, fileOf(shortcode, rows, above(shortcode, 'Working Account')));
    expect(await as.db.prisma.review.findMany({ where: as.tenant })).toEqual([]);
  });
});

describe('the calendar', () => {
  it('is green when everything agrees, with sums and the closing balance', async () => {
    const { as, shortcode } = await merchant();
    const receipt = unique();
    await recordPayment(as, { shortcode, providerReceipt: receipt, createdAt: at('10:00:00') });
    const row = { receipt, time: eat('10:00:00'), paidIn: '100.00', balance: '1,100.00' };
    await importStatement(as, fileOf(shortcode, [row]));
    expect(await colours(as, shortcode)).toEqual(['19 none', '20 green', '21 none']);
    const { days } = await getCalendar(as, { shortcode, from: '2026-11-20', to: '2026-11-20' });
    expect(days).toMatchObject([{ lines: 1, inCents: 10_000, outCents: 0, closingBalanceCents: 110_000 }]);
  });

  it('is amber while an exception is open, and green when a person has closed it', async () => {
    const { as, shortcode } = await merchant();
    await importStatement(as, fileOf(shortcode, [{ receipt: unique(), time: eat('10:00:00'), paidIn: '100.00' }]));
    expect(await colours(as, shortcode)).toEqual(['19 none', '20 amber', '21 none']);
    const { applicationId } = as.tenant;
    const review = await ctx.db.prisma.review.findFirstOrThrow({ where: { applicationId } });
    await clearReview(as, { reviewId: review.id, note: 'Cash of the owner.' });
    expect(await colours(as, shortcode)).toEqual(['19 none', '20 green', '21 none']);
  });

  it('has no colour without a statement, and is amber for what its statement does not cover', async () => {
    const { as, shortcode } = await merchant();
    const receipt = unique();
    await recordPayment(as, { shortcode, providerReceipt: receipt, createdAt: at('10:00:00') });
    expect(await colours(as, shortcode)).toEqual(['19 none', '20 none', '21 none']);
    await importStatement(as, fileOf(shortcode, [{ receipt, time: eat('10:00:00'), paidIn: '100.00' }]));
    expect(await colours(as, shortcode)).toEqual(['19 none', '20 green', '21 none']);
    await recordPayment(as, { shortcode, providerReceipt: unique(), createdAt: at('18:00:00') });
    expect(await colours(as, shortcode)).toEqual(['19 none', '20 amber', '21 none']);
  });

  it('is red where the balance does not continue, also from the day before', async () => {
    const { as, shortcode } = await merchant();
    const row = (time: string, paidIn: string, balance: string) => ({ receipt: unique(), time, paidIn, balance });
    const rows = [
      row('19-11-2026 23:50:00', '100.00', '1,100.00'),
      row('20-11-2026 00:10:00', '100.00', '1,500.00'),
      row('20-11-2026 00:20:00', '100.00', '1,600.00'),
      row('21-11-2026 09:00:00', '100.00', '1,700.00'),
    ];
    await importStatement(as, fileOf(shortcode, rows));
    const { days } = await getCalendar(as, { shortcode, from: '2026-11-20', to: '2026-11-21' });
    expect(days.map(({ colour }) => colour)).toEqual(['red', 'amber']);
    expect(days[0]?.gaps).toEqual([
      {
        from: { at: new Date('2026-11-19T20:50:00Z'), receipt: rows[0]?.receipt },
        to: { at: new Date('2026-11-19T21:10:00Z'), receipt: rows[1]?.receipt },
        cents: 30_000,
      },
    ]);
  });

  it('shows nothing of another merchant', async () => {
    const [one, other] = [await merchant(), await merchant()];
    const file = fileOf(one.shortcode, [{ receipt: unique(), time: eat('10:00:00'), paidIn: '100.00' }]);
    await importStatement(one.as, file);
    expect(await colours(other.as, one.shortcode)).toEqual(['19 none', '20 none', '21 none']);
  });

  it.each([
    ['2026-11-20', '2026-11-19', 'to must not be before from'],
    ['2026-01-01', '2026-11-19', 'to must be at most 31 days after from'],
    ['2026-02-30', '2026-03-01', 'from must be a day like 2026-11-20'],
  ])('refuses %s to %s', async (from, to, message) => {
    const { as, shortcode } = await merchant();
    await expect(getCalendar(as, { shortcode, from, to })).rejects.toThrow(message);
  });
});
