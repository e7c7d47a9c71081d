import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainCallbacks } from '../../callbacks/index.ts';
import { newRailPrompt, newRailShop, postNotice } from '../../callbacks/rail-notice.fixture.ts';
import { movableClock, railNotice, testContext } from '../../testing/index.ts';
import { getPaymentDetail } from '../payments/get-payment-detail.ts';
import { listStrayCallbacks } from './attention-statements.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

it('a notice that fits nothing is under its account, and one about a payment in its history', async () => {
  const shop = await newRailShop({ ...(await testContext(test.database)), clock: movableClock() });
  const { paymentId, id } = await newRailPrompt(shop);
  await postNotice(shop, railNotice({ id, fact: { receipt: 'MP1' } }));
  await postNotice(shop, railNotice({ id: 'somebody-else' }));
  await drainCallbacks(shop);
  const from = new Date(shop.clock.now().getTime() - 1);
  const strays = await listStrayCallbacks(shop.db.pool, shop.tenant, { from, scanMax: 10, limit: 10 });
  expect(strays).toEqual([{ subject: 'account', subjectId: shop.accountId }]);
  expect((await getPaymentDetail(shop, { paymentId })).callbacks).toMatchObject([{ state: 'applied' }]);
});
