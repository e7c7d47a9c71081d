import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createAccounts } from '@tillgate/domain/applications';
import { noGuard } from '@tillgate/domain/guards';
import { createTurns } from '@tillgate/domain/idempotency';
import { collectPayment } from '@tillgate/domain/payments';
import { createRateLimiter } from '@tillgate/domain/rate-limits';
import { recordingCourier, type ScriptedProvider, scriptedProvider, seed, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkerContext } from '../context.ts';
import { openTestEngine, type TestEngine } from '../embedded/testing/harness.ts';
import { queryPaymentFunction } from './query-payment.ts';

const plenty = { count: 1_000, seconds: 60 };

let test: TestDatabase;
let worker: WorkerContext;
let provider: ScriptedProvider;
let engine: TestEngine;
let promptsOf: (count: number) => Promise<{ paymentId: string; applicationId: string }[]>;
beforeAll(async () => {
  test = await testDatabase();
  const ctx = await testContext(test.database);
  provider = scriptedProvider();
  const limited = { ...ctx, db: test.databaseAs('worker') };
  worker = {
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
    phoneLimit: createRateLimiter({ kind: 'memory' }, { prefix: 'p', rule: plenty }),
    queryBudget: createRateLimiter({ kind: 'memory' }, { prefix: 'q', rule: plenty }),
  };
  promptsOf = async (count) => {
    const merchant = await seed(ctx).owner().application().credentials('sandbox').mint();
    const shop = { ...worker, ...merchant.as('sandbox'), turns: createTurns() };
    const made = [];
    for (let index = 0; index < count; index += 1) {
      const { outcome } = await collectPayment(shop, { amount: 1, phone: '254712345678' });
      made.push({ paymentId: outcome.paymentId, applicationId: merchant.applicationId });
    }
    return made;
  };
  engine = await openTestEngine((client) => [queryPaymentFunction(client, worker)]);
});
afterAll(async () => {
  await engine.close();
  await test.close();
});

it('queries that hang for one merchant do not keep those of another waiting', async () => {
  const slow = await promptsOf(20);
  const [quick] = await promptsOf(1);
  const held = slow.map(() => provider.queries.hold());
  const send = (prompts: object[]) =>
    engine.client.send(prompts.map((data) => ({ name: 'payment.query_due', id: crypto.randomUUID(), data })));
  await send(slow);
  await held[3]?.arrived;
  // Four of them hang, and the others wait for their places.
  expect(provider.queries.calls).toHaveLength(4);
  const waiting = held.slice(4);
  const unasked = provider.queries.calls.length;
  await send([quick ?? {}]);
  await expect.poll(() => provider.queries.calls.length).toBe(unasked + 1);
  const state = { kind: 'no_answer' as const, cause: 'timeout' as const };
  for (const each of [...held.slice(0, 4), ...waiting]) each.answer(state);
  await expect
    .poll(async () => (await engine.runs('query-payment')).map(({ status }) => status))
    .toEqual(Array(slow.length + 1).fill('completed'));
});
