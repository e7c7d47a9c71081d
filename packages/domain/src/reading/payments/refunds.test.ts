import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TenantContext } from '../../kernel/context.ts';
import { insertPayment } from '../../payments/payments.fixture.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import type { BrowsePaymentsInput } from './browse-filter.ts';
import { browsePayments } from './browse-payments.ts';
import { watchPayments } from './watch-payments.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

let receipts = 0;

/** A payment of KES 10, with a reversal of it when `status` is given. */
async function payment(ctx: TenantContext, status?: 'pending' | 'success' | 'failed' | 'released'): Promise<string> {
  receipts += 1;
  const receipt = `TKF${String(receipts).padStart(7, '0')}`;
  const metadata = { order: 'same' };
  const paymentId = await insertPayment(ctx, { providerReceipt: receipt, metadata });
  if (!status) return paymentId;
  const now = ctx.clock.now();
  const isPending = status === 'pending' || status === 'released';
  const id = crypto.randomUUID();
  await ctx.db.prisma.disbursement.create({
    data: {
      id,
      ...ctx.tenant,
      kind: 'reversal',
      status: status === 'released' ? 'pending' : status,
      amount: 10,
      transactionId: receipt,
      paymentId,
      remarks: '',
      shortcode: '600100',
      callbackToken: receipts.toString(16).padStart(64, '0'),
      createdAt: now,
      settledAt: isPending ? null : now,
      settledBy: isPending ? null : 'result',
    },
  });
  if (status === 'released') await ctx.db.prisma.disbursement.update({ where: { id }, data: { liveReceipt: null } });
  return paymentId;
}

it('a payment shows what went back to its payer, and whether a refund is under way', async () => {
  const [ctx, stranger] = [
    await seed(base).owner().application().mint(),
    await seed(base).owner().application().mint(),
  ].map((merchant) => merchant.as('sandbox'));
  if (!ctx || !stranger) throw new Error('no merchant');
  await payment(stranger, 'success');
  const ids = {
    none: await payment(ctx),
    refunded: await payment(ctx, 'success'),
    pending: await payment(ctx, 'pending'),
    failed: await payment(ctx, 'failed'),
    released: await payment(ctx, 'released'),
  };
  const { payments } = await browsePayments(ctx, {});
  const refundOf = (id: string) => {
    const row = payments.find(({ paymentId }) => paymentId === id);
    return [row?.refunded, row?.refundPending];
  };
  expect(payments).toHaveLength(5);
  expect(refundOf(ids.none)).toEqual([0, false]);
  expect(refundOf(ids.refunded)).toEqual([10, false]);
  expect(refundOf(ids.pending)).toEqual([0, true]);
  expect(refundOf(ids.failed)).toEqual([0, false]);
  expect(refundOf(ids.released)).toEqual([0, false]);
  const idsOf = async (input: BrowsePaymentsInput) =>
    (await browsePayments(ctx, input)).payments.map(({ paymentId }) => paymentId);
  expect(await idsOf({ refund: 'refunded' })).toEqual([ids.refunded]);
  expect(await idsOf({ refund: 'pending', status: 'success' })).toEqual([ids.pending]);
  expect(await idsOf({ refund: 'refunded', metadata: 'order=same' })).toEqual([ids.refunded]);
  const watched = await watchPayments(ctx, { paymentIds: [ids.refunded] });
  expect(watched.payments).toMatchObject([{ paymentId: ids.refunded, refunded: 10 }]);
});
