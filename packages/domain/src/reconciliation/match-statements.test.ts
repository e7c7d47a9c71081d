import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { importStatement } from './index.ts';
import { eat, fileOf, recordDisbursement, recordPayment, unique } from './reconciliation.fixture.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-21T08:00:00Z'));
});
afterAll(() => test.close());

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
