import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createAccounts } from '@tillgate/domain/applications';
import { noGuard } from '@tillgate/domain/guards';
import { createTurns } from '@tillgate/domain/idempotency';
import { approveOrder, requestOrder, setPolicy, sweepOrders } from '@tillgate/domain/orders';
import { createRateLimiter } from '@tillgate/domain/rate-limits';
import { getOrder } from '@tillgate/domain/reading/orders';
import {
  recordingCourier,
  type ScriptedProvider,
  scriptedProvider,
  seed,
  type TestContext,
  testContext,
} from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkerContext } from '../context.ts';
import { openTestEngine, type TestEngine } from '../embedded/testing/harness.ts';
import { executeOrderFunction } from './execute-order.ts';

let test: TestDatabase;
let ctx: TestContext;
let provider: ScriptedProvider;
let engine: TestEngine;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  provider = scriptedProvider();
  const limited = { ...ctx, db: test.databaseAs('worker') };
  const worker: WorkerContext = {
    ...limited,
    provider,
    accounts: createAccounts(limited),
    callbackBaseUrl: 'https://pay.example/functions/v1',
    courier: recordingCourier(),
    mailer: async () => ({ kind: 'sent' }),
    objectStore: async () => ({ kind: 'stored' }),
    guard: noGuard,
    publicLimits: { perPhone: [] },
    turns: createTurns(),
    pace: async () => {},
    phoneLimit: createRateLimiter({ kind: 'memory' }, { prefix: 'p', rule: { count: 5, seconds: 60 } }),
    queryBudget: createRateLimiter({ kind: 'memory' }, { prefix: 'q', rule: { count: 5, seconds: 60 } }),
  };
  engine = await openTestEngine((client) => [executeOrderFunction(client, worker)]);
});
afterAll(async () => {
  await engine.close();
  await test.close();
});

it('a payout waits for its approval and is then sent once, although the worker is told three times', async () => {
  const merchant = await seed(ctx)
    .owner()
    .application()
    .credentials('sandbox', { initiatorName: 'api', initiatorPassword: 'S3cret#' })
    .member('finance')
    .mint();
  const as = (userId = '') => ({ ...merchant.as('sandbox'), actor: `user:${userId}` });
  const [finance] = merchant.members;
  await setPolicy(as(merchant.owner.userId), { payoutFrom: 100, reversalFrom: null });
  const { orderId } = await requestOrder(as(finance?.userId), {
    kind: 'payout',
    input: { amount: 100, phone: '0712345678' },
    requestKey: crypto.randomUUID(),
  });
  await engine.client.send({ name: 'order.approved', id: 'too-early', data: { orderId } });
  await expect.poll(() => engine.runs('execute-order')).toMatchObject([{ status: 'completed', output: null }]);
  expect(provider.payouts.calls).toHaveLength(0);

  await approveOrder(as(merchant.owner.userId), { orderId });
  ctx.clock.advance(3);
  await sweepOrders(ctx);
  const told = ctx.events.filter(({ name }) => name === 'order.approved');
  expect(told).toHaveLength(2);
  await engine.client.send([...told, { name: 'order.approved', id: 'again', data: { orderId } }]);
  await expect
    .poll(() => getOrder(as(finance?.userId), { orderId }))
    .toMatchObject({ status: 'executed', outcome: { ok: true } });
  await expect
    .poll(async () => (await engine.runs('execute-order')).map(({ status }) => status))
    .toEqual(Array(4).fill('completed'));
  expect(provider.payouts.calls).toHaveLength(1);
});
