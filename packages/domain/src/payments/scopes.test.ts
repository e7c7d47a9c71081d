import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Scope, scopes } from '../kernel/authority.ts';
import { type ScriptedShop as Shop, scriptedUpstream, seed, type TestContext, testContext } from '../testing/index.ts';
import { collectPayment } from './collect.ts';
import { getPaymentStatus } from './get-payment-status.ts';
import { simulateOutcome } from './simulate-outcome.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

it.each<[Scope, string, (ctx: Shop) => Promise<unknown>]>([
  ['collect', 'a prompt', (ctx) => collectPayment(ctx, { amount: 100, phone: '254712345678' })],
  ['collect', 'a simulated outcome', (ctx) => simulateOutcome(ctx, { paymentId: '', outcome: 'approve' })],
  ['read', 'the status of a payment', (ctx) => getPaymentStatus(ctx, crypto.randomUUID())],
])('a key without the scope %s is refused %s: nothing is written and nothing is sent', async (missing, _, act) => {
  const merchant = await seed(base).owner().application().credentials('sandbox').mint();
  const authority = { of: 'key' as const, scopes: new Set(scopes.filter((scope) => scope !== missing)) };
  const ctx = { ...merchant.as('sandbox'), ...scriptedUpstream(base), authority };
  await expect(act(ctx)).rejects.toMatchObject({ code: 'forbidden', extras: { missingScope: missing } });
  expect(await ctx.db.prisma.payment.count({ where: ctx.tenant })).toBe(0);
  expect([...ctx.provider.pushes.calls, ...ctx.provider.queries.calls, ...ctx.provider.handset.calls]).toEqual([]);
});
