import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importStatement } from '../../reconciliation/index.ts';
import {
  at,
  eat,
  fileOf,
  recordDisbursement,
  recordPayment,
  unique,
} from '../../reconciliation/reconciliation.fixture.ts';
import { clearReview } from '../../reviews/index.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { explainShortcode } from './explain-shortcode.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-21T08:00:00Z'));
});
afterAll(() => test.close());

it('the exceptions of a day, open and closed, add up to the difference of its balance', async () => {
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  const as = shop.as('sandbox');
  const { shortcode } = await shop.providerAccount('sandbox');
  const day = '2026-11-20';
  const [agreed, less, lost, unknown, payout] = [unique(), unique(), unique(), unique(), unique()];
  await recordPayment(as, { shortcode, providerReceipt: agreed, createdAt: at('10:00:00') });
  await recordPayment(as, { shortcode, providerReceipt: less, createdAt: at('10:10:00') });
  await recordPayment(as, { shortcode, providerReceipt: lost, createdAt: at('11:00:00') });
  await recordDisbursement(as, { shortcode, providerReceipt: payout, createdAt: at('11:10:00') });
  const row = (receipt: string, clock: string, sums: object) => ({ receipt, time: eat(clock), ...sums });
  await importStatement(
    as,
    fileOf(shortcode, [
      { receipt: unique(), time: '19-11-2026 20:00:00', paidIn: '10.00', balance: '1,000.00' },
      row(agreed, '10:00:00', { paidIn: '100.00', balance: '1,100.00' }),
      row(less, '10:10:00', { paidIn: '90.50', balance: '1,190.50' }),
      row(unknown, '10:20:00', { paidIn: '70.00', balance: '1,260.50' }),
      row(payout, '11:10:00', { withdrawn: '-500.00', balance: '760.50', type: 'Business Payment' }),
      row(unique(), '23:00:00', { withdrawn: '-25.00', balance: '735.50', type: 'Pay Bill Charge' }),
      { receipt: unique(), time: '21-11-2026 09:00:00', paidIn: '1.00', balance: '736.50' },
    ]),
  );
  const expected = { bridge: { difference: -3_950 }, explainedCents: -3_950, unexplainedCents: 0 };
  expect(await explainShortcode(as, { shortcode, day })).toMatchObject(expected);
  const review = await ctx.db.prisma.review.findFirstOrThrow({
    where: { ...as.tenant, reason: 'statement_missing_here', subjectKind: 'statement_line' },
  });
  await clearReview(as, { reviewId: review.id, note: 'Interest of the bank.' });
  expect(await explainShortcode(as, { shortcode, day })).toMatchObject(expected);
  expect(await explainShortcode(as, { shortcode, day: '2026-10-01' })).toEqual({
    bridge: null,
    explainedCents: 0,
    unexplainedCents: null,
  });
});
