import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainCallbacks } from '../callbacks/index.ts';
import { queryPayment } from '../payments/index.ts';
import { movableClock, type TestContext, testContext, told } from '../testing/index.ts';
import {
  apply,
  newPrompt,
  newReceipt,
  newShop,
  postConfirmation,
  postOutcome,
  postReceiptStatus,
  rowOf,
  rowsOf,
  type Shop,
} from './c2b.fixture.ts';
import { askAboutReceipt, decideConfirmation, setC2bRules } from './index.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const shopOf = (given?: Parameters<typeof newShop>[1]) => newShop({ ...base, clock: movableClock() }, given);
const querySays = (shop: Shop, resultCode: string) => shop.provider.queries.answer(told(resultCode, 'processed'));

/** A success without a receipt, which only a query has seen. */
async function successWithoutReceipt(shop: Shop) {
  const prompt = await newPrompt(shop);
  querySays(shop, '0');
  await queryPayment(shop, prompt.paymentId);
  return prompt;
}

it.each([
  ['WANJIKU  NJERI KAMAU ', 'WANJIKU NJERI KAMAU'],
  ['', null],
  ['***', null],
])('an offline payment whose confirmation names %j keeps %j', async (payerName, kept) => {
  const shop = await shopOf();
  await apply(shop, await postConfirmation(shop, { transactionId: newReceipt(), payerName }));
  expect(await rowsOf(shop)).toMatchObject([{ source: 'c2b', payerName: kept }]);
});

it('the confirmation of a prompt that has its receipt names its payer once, and a later name changes nothing', async () => {
  const shop = await shopOf();
  const prompt = await newPrompt(shop);
  const transactionId = newReceipt();
  await apply(shop, await postOutcome(shop, prompt, transactionId));
  expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success', payerName: null });
  await apply(shop, await postConfirmation(shop, { transactionId, payerName: 'JANE DOE' }));
  await apply(shop, await postConfirmation(shop, { transactionId, payerName: 'SOMEBODY ELSE' }));
  expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ payerName: 'JANE DOE' });
});

it('a confirmation that contradicts the payment with its receipt names nobody', async () => {
  const shop = await shopOf();
  const prompt = await newPrompt(shop);
  const transactionId = newReceipt();
  await apply(shop, await postOutcome(shop, prompt, transactionId));
  await apply(shop, await postConfirmation(shop, { transactionId, amount: '999', payerName: 'JANE DOE' }));
  expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ payerName: null });
});

it('the confirmation that brings the receipt of a success also names its payer', async () => {
  const shop = await shopOf();
  const prompt = await successWithoutReceipt(shop);
  const told = { transactionId: newReceipt(), phone: '254712345126', payerName: 'JANE DOE' };
  await apply(shop, await postConfirmation(shop, told));
  expect(await rowOf(shop, prompt.paymentId)).toMatchObject({
    providerReceipt: told.transactionId,
    payerName: 'JANE DOE',
  });
});

it('a held confirmation keeps its name for the person who decides about it', async () => {
  const shop = await shopOf();
  await newPrompt(shop);
  const callbackId = (await postConfirmation(shop, { transactionId: newReceipt(), payerName: 'JANE DOE' })) ?? '';
  await apply(shop, callbackId);
  expect(await rowsOf(shop)).toHaveLength(1);
  await decideConfirmation(shop, { callbackId, to: 'offline', note: 'seen in the portal' });
  expect(await rowsOf(shop)).toContainEqual(expect.objectContaining({ source: 'c2b', payerName: 'JANE DOE' }));
});

it('a confirmation without a name gets that of the answer about its receipt', async () => {
  const shop = await shopOf({ initiator: true });
  await setC2bRules(shop, { ...shop.tenant, verifyFrom: 1 });
  await apply(shop, await postConfirmation(shop, { transactionId: newReceipt() }));
  for (const { name, data } of [...shop.events]) {
    if (name === 'confirmation.question_due') await askAboutReceipt(shop, data);
  }
  const [asked] = await shop.db.prisma.inquiry.findMany({ where: { ...shop.tenant, status: 'pending' } });
  const debitParty = '254712345126 - JANE DOE';
  await postReceiptStatus(shop, asked?.callbackToken ?? '', { amount: '100', debitParty });
  await drainCallbacks(shop);
  expect(await rowsOf(shop)).toMatchObject([{ source: 'c2b', payerName: 'JANE DOE' }]);
});
