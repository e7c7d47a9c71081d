import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newReceipt, newShop, postConfirmation } from '../../c2b/c2b.fixture.ts';
import { drainCallbacks } from '../../callbacks/index.ts';
import { movableClock, type TestContext, testContext } from '../../testing/index.ts';
import { delaySeconds, findDelay } from './find-delay.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const shopOf = () => newShop({ ...base, clock: movableClock() });

it('a message of the provider that nobody takes up is a delay, until somebody does', async () => {
  const [shop, other] = [await shopOf(), await shopOf()];
  expect(await findDelay(shop)).toBeNull();
  const since = shop.clock.now();
  await postConfirmation(shop, { transactionId: newReceipt() });
  shop.clock.advance(delaySeconds - 1);
  expect(await findDelay(shop)).toBeNull();
  shop.clock.advance(1);
  expect(await findDelay(shop)).toEqual(since);
  other.clock.advance(3_600);
  expect(await findDelay(other)).toBeNull();
  await drainCallbacks(shop);
  expect(await findDelay(shop)).toBeNull();
});
