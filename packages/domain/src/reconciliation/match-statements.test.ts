import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { importStatement } from './index.ts';
import { at, eat, fileOf, recordDisbursement, recordPayment, unique } from './reconciliation.fixture.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-21T08:00:00Z'));
});
afterAll(() => test.close());

const token = () => randomBytes(32).toString('hex');

describe('a line of a statement is not explained', () => {
  async function merchant() {
    const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
    const as = shop.as('sandbox');
    const { shortcode } = await shop.providerAccount('sandbox');
    const matched = async () => {
      const [line] = await ctx.db.prisma.statementLine.findMany({ where: { applicationId: shop.applicationId } });
      return { paymentId: line?.paymentId, disbursementId: line?.disbursementId };
    };
    return { as, shortcode, matched };
  }

  it('by a refund that failed', async () => {
    const { as, shortcode, matched } = await merchant();
    const receipt = unique();
    const linked = unique();
    const failed = { kind: 'reversal', status: 'failed', transactionId: linked, shortcode, phone: null } as const;
    await recordDisbursement(as, failed);
    const row = { receipt, linked, time: eat('10:05:00'), type: 'Pay Bill Reversal', withdrawn: '-500.00' };
    await importStatement(as, fileOf(shortcode, [row]));
    expect(await matched()).toEqual({ paymentId: null, disbursementId: null });
  });

  it.each([
    [
      'a payout, by a refund with its receipt',
      'reversal',
      'Business Payment to Customer via API',
      'statement_missing_here',
    ],
    ['a refund, by a payout with its receipt', 'payout', 'Pay Bill Reversal', 'statement_reversed'],
  ] as const)('of %s', async (_, kind, type, exception) => {
    const { as, shortcode, matched } = await merchant();
    const receipt = unique();
    const refund = { phone: null, commandId: null, transactionId: unique() };
    await recordDisbursement(as, { kind, shortcode, providerReceipt: receipt, ...(kind === 'reversal' ? refund : {}) });
    await importStatement(as, fileOf(shortcode, [{ receipt, time: eat('10:05:00'), type, withdrawn: '-500.00' }]));
    expect(await matched()).toEqual({ paymentId: null, disbursementId: null });
    const reviews = await ctx.db.prisma.review.findMany({ where: { applicationId: as.tenant.applicationId } });
    expect(reviews.map(({ reason }) => reason)).toEqual([exception]);
  });

  it('of a second reversal of one payment, by the refund that has the receipt of the first', async () => {
    const { as, shortcode } = await merchant();
    const [paid, first, second] = [unique(), unique(), unique()];
    const refund = { kind: 'reversal', shortcode, phone: null, commandId: null, transactionId: paid } as const;
    const disbursementId = await recordDisbursement(as, { ...refund, amount: 100, providerReceipt: first });
    const row = { time: eat('10:05:00'), type: 'Pay Bill Reversal', withdrawn: '-100.00', linked: paid };
    // The foreign one comes first in the file.
    const rows = [second, first].map((receipt) => ({ receipt, ...row }));
    await importStatement(as, fileOf(shortcode, rows));
    const where = { applicationId: as.tenant.applicationId };
    const lines = await ctx.db.prisma.statementLine.findMany({ where, orderBy: { ordinal: 'asc' } });
    expect(lines.map((line) => line.disbursementId)).toEqual([null, disbursementId]);
    expect(await ctx.db.prisma.review.findMany({ where })).toMatchObject([
      { reason: 'statement_reversed', subjectId: lines[0]?.id },
    ]);
  });

  it('by either of two payments that it may be', async () => {
    const { as, shortcode, matched } = await merchant();
    const prompt = { source: 'stk', settledBy: 'query', resultCode: '0', phone: '254712345678', shortcode } as const;
    for (const callbackToken of [token(), token()]) await recordPayment(as, { ...prompt, callbackToken });
    const row = { receipt: unique(), time: eat('10:01:00'), paidIn: '100.00', other: '254712345678 - JOY' };
    await importStatement(as, fileOf(shortcode, [row]));
    expect(await matched()).toEqual({ paymentId: null, disbursementId: null });
  });

  it('by a prompt whose money is another payment', async () => {
    const { as, shortcode, matched } = await merchant();
    const sameMoneyAs = await recordPayment(as, { shortcode, providerReceipt: unique() });
    const prompt = { source: 'stk', settledBy: 'query', resultCode: '0', phone: '254712345678', shortcode } as const;
    await recordPayment(as, { ...prompt, callbackToken: token(), sameMoneyAs });
    const row = { receipt: unique(), time: eat('10:01:00'), paidIn: '100.00', other: '254712345678 - JOY' };
    await importStatement(as, fileOf(shortcode, [row]));
    expect(await matched()).toEqual({ paymentId: null, disbursementId: null });
  });

  it('by a payment that failed, although it has the receipt', async () => {
    const { as, shortcode, matched } = await merchant();
    const receipt = unique();
    await recordPayment(as, { status: 'failed', resultCode: '1032', providerReceipt: receipt, shortcode });
    const row = { receipt, time: eat('10:00:00'), paidIn: '100.00', type: 'Pay Bill Online' };
    await importStatement(as, fileOf(shortcode, [row]));
    expect(await matched()).toEqual({ paymentId: null, disbursementId: null });
  });

  it('by a payment or payout of the other environment', async () => {
    const receipts = [unique(), unique()] as const;
    const inside = { paidIn: '100.00', type: 'Pay Bill Online' };
    const outside = { withdrawn: '-500.00', type: 'Business Payment to Customer via API' };
    for (const [receipt, row] of [
      [receipts[0], inside],
      [receipts[1], outside],
    ] as const) {
      const { as, shortcode, matched } = await merchant();
      const other = { environment: 'production', providerReceipt: receipt, shortcode } as const;
      if (row === inside) await recordPayment(as, other);
      else await recordDisbursement(as, other);
      await importStatement(as, fileOf(shortcode, [{ receipt, time: eat('10:00:00'), ...row }]));
      expect(await matched()).toEqual({ paymentId: null, disbursementId: null });
    }
  });
});

describe('a payment that no line explains', () => {
  it('is missing although the statement has the fee of its receipt', async () => {
    const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
    const as = shop.as('sandbox');
    const { shortcode } = await shop.providerAccount('sandbox');
    const receipt = unique();
    const paymentId = await recordPayment(as, { shortcode, providerReceipt: receipt, createdAt: at('10:30:00') });
    const row = (clock: string) => ({ receipt: unique(), time: eat(clock), paidIn: '1.00' });
    const fee = { receipt, time: eat('10:30:00'), withdrawn: '-2.00', type: 'Pay Bill Charge' };
    const { matched } = await importStatement(as, fileOf(shortcode, [row('09:00:00'), fee, row('12:00:00')]));
    expect(matched).toMatchObject({ fees: 0, opened: { missingThere: 1 } });
    const where = { applicationId: shop.applicationId, reason: 'statement_missing_there' } as const;
    expect(await ctx.db.prisma.review.findMany({ where })).toMatchObject([{ subjectId: paymentId, status: 'open' }]);
  });
});
