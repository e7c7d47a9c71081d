import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newReceipt, newShop, postConfirmation } from '../../c2b/c2b.fixture.ts';
import { drainCallbacks } from '../../callbacks/index.ts';
import { type TestContext, testContext } from '../../testing/index.ts';
import { makePayments } from '../home/reports.fixture.ts';
import { readWorkerWait } from './read-worker-wait.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

/** With the rights of the API alone. */
const wait = () => readWorkerWait({ ...ctx, db: test.databaseAs('api') });

it('is the age of the oldest work of any tenant that no worker took up, and of work that is due', async () => {
  expect(await wait()).toBe(0);
  const shop = await newShop(ctx);
  await postConfirmation(shop, { transactionId: newReceipt() });
  ctx.clock.advance(70);
  expect(await wait()).toBe(70);
  await drainCallbacks(shop);
  expect(await wait()).toBe(0);
  const [id = ''] = await makePayments(shop, shop.tenant, [{ createdAt: ctx.clock.now() }]);
  const nextQueryAt = new Date(ctx.clock.now().getTime() + 20_000);
  await ctx.db.prisma.payment.update({ where: { id }, data: { nextQueryAt } });
  expect(await wait()).toBe(0);
  ctx.clock.advance(50);
  expect(await wait()).toBe(30);
});
