import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apply, newPrompt, newReceipt, newShop, postConfirmation, postOutcome, rowsOf } from '../c2b/c2b.fixture.ts';
import { payOut } from '../disbursements/index.ts';
import { receiveCallback } from '../inbox/index.ts';
import { resultCallback, type TestContext, testContext } from '../testing/index.ts';
import { applyCallback, namePeople } from './index.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** As rows were before names were kept. */
async function forgetNames() {
  await base.db.pool.query('UPDATE payments SET payer_name = NULL');
  await base.db.pool.query('UPDATE disbursements SET payee_name = NULL');
}
const asOperator = () => ({ db: test.databaseAs('cli') });

it('names payers and payees from the bodies that are kept, once, and nobody who was erased', async () => {
  const shop = await newShop(base, { initiator: true });
  const offline = { transactionId: newReceipt(), phone: '254712345126', payerName: 'OFFLINE PAYER' };
  await apply(shop, await postConfirmation(shop, offline));
  const prompt = await newPrompt(shop, { amount: 70 });
  const prompted = { transactionId: newReceipt(), amount: '70', payerName: 'PROMPTED PAYER' };
  await apply(shop, await postOutcome(shop, prompt, prompted.transactionId, '70'));
  await apply(shop, await postConfirmation(shop, prompted));
  const erased = { transactionId: newReceipt(), phone: '254712345999', payerName: 'GONE', amount: '80' };
  await apply(shop, await postConfirmation(shop, erased));
  await shop.db.prisma.payment.updateMany({
    where: { providerReceipt: erased.transactionId },
    data: { phone: '254000000000' },
  });
  const { outcome } = await payOut(shop, { amount: 60, phone: '254712345678', commandId: 'BusinessPayment' });
  const { disbursementId } = outcome;
  const { callbackToken } = await shop.db.prisma.disbursement.findUniqueOrThrow({ where: { id: disbursementId } });
  const parameters = [{ key: 'Payee', value: '254712345678 - PAID PERSON' }];
  const body = Buffer.from(resultCallback({ resultCode: '0', transactionId: newReceipt(), parameters }));
  await receiveCallback(shop, { kind: 'result', token: callbackToken, body, remoteIp: '127.0.0.1' });
  const { id } = await shop.db.prisma.providerCallback.findFirstOrThrow({ where: { subjectId: disbursementId } });
  await applyCallback(shop, id);
  await forgetNames();

  const progress: number[] = [];
  const provider = shop.provider;
  expect(await namePeople({ ...asOperator(), provider }, ({ callbacks }) => progress.push(callbacks))).toEqual({
    callbacks: 5,
    payments: 2,
    payouts: 1,
  });
  expect(progress).toEqual([5]);
  expect((await rowsOf(shop)).map(({ payerName }) => payerName).sort()).toEqual([
    'OFFLINE PAYER',
    'PROMPTED PAYER',
    null,
  ]);
  expect(await shop.db.prisma.disbursement.findUniqueOrThrow({ where: { id: disbursementId } })).toMatchObject({
    payeeName: 'PAID PERSON',
  });
  expect(await namePeople({ ...asOperator(), provider })).toEqual({ callbacks: 5, payments: 0, payouts: 0 });
});
