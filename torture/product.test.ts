import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { payOut } from '@tillgate/domain/disbursements';
import { collectPayment } from '@tillgate/domain/payments';
import { scriptedUpstream, seed, subscribeToAll, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProduct } from './product.ts';
import {
  differencesAreReviewed,
  limitsHold,
  oneMovePerOrder,
  settledOnce,
  totalsAreTrue,
  twoPersons,
} from './record-rules.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

it('what stands in the database is read with its limits and what reports say, and agrees', async () => {
  const ctx = await testContext(test.database);
  const credentials = { initiatorName: 'api', initiatorPassword: 'S3cret#' };
  const merchant = await seed(ctx).owner().application().credentials('sandbox', credentials).mint();
  const shop = { ...merchant.as('sandbox'), ...scriptedUpstream(ctx) };
  await subscribeToAll(shop);
  const limits = { perTransaction: 80, perDay: 100, updatedAt: ctx.clock.now() };
  await ctx.db.prisma.approvalPolicy.create({ data: { ...shop.tenant, ...limits } });
  await collectPayment(shop, { amount: 30, phone: '254712345678' });
  shop.provider.pushes.answer({ kind: 'rejected', by: 'provider', code: '1', description: 'no' });
  await collectPayment(shop, { amount: 40, phone: '254712345678' });
  await payOut(shop, { amount: 80, phone: '254712345678', commandId: 'BusinessPayment' });

  const product = await readProduct({ postgres: { database: test.database } });
  const { applicationId } = shop.tenant;
  expect(product.payments.map(({ status, amount, requestedAmount }) => ({ status, amount, requestedAmount }))).toEqual(
    expect.arrayContaining([
      { status: 'pending', amount: 30, requestedAmount: 30 },
      { status: 'failed', amount: 40, requestedAmount: 40 },
    ]),
  );
  expect(product.disbursements).toMatchObject([
    { applicationId, amount: 80, phone: '254712345678', requestedBy: shop.actor, createdAt: ctx.clock.now().getTime() },
  ]);
  expect(product.limits).toMatchObject([{ applicationId, perTransaction: 80, perDay: 100, perKeyPerDay: null }]);
  expect(product.totals).toEqual(
    expect.arrayContaining([{ applicationId, kind: 'payout', status: 'pending', count: 1, amount: 80 }]),
  );
  const facts = {
    product,
    ledger: { prompts: [], payouts: [], refunds: [], offline: [], attempts: [], disturbed: new Set<string>() },
    merchants: { webhooks: [], answers: [] },
  };
  for (const rule of [limitsHold, twoPersons, oneMovePerOrder, totalsAreTrue, differencesAreReviewed, settledOnce]) {
    expect(rule(facts)).toEqual([]);
  }
});
