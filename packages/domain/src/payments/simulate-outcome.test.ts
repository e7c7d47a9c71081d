import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainCallbacks } from '../callbacks/index.ts';
import { receiveCallback } from '../inbox/index.ts';
import {
  promptCallback,
  type ScriptedShop as Shop,
  scriptedUpstream,
  seed,
  type TestContext,
  testContext,
} from '../testing/index.ts';
import { collectPayment } from './collect.ts';
import { simulateOutcome } from './simulate-outcome.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

async function shopWithPrompt(): Promise<{ shop: Shop; paymentId: string; checkoutRequestId: string }> {
  const merchant = await seed(base).owner().application().credentials('sandbox').mint();
  const shop = { ...merchant.as('sandbox'), ...scriptedUpstream(base) };
  const { outcome } = await collectPayment(shop, { amount: 5, phone: '254712345678' });
  if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
  return { shop, paymentId: outcome.paymentId, checkoutRequestId: outcome.checkoutRequestId };
}

/** What provider and worker do once the handset is answered. */
async function callBack(shop: Shop, paymentId: string, body: Uint8Array): Promise<void> {
  const { callbackToken: token } = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  await receiveCallback(shop, { kind: 'stk_callback', token: token ?? '', body: Buffer.from(body), remoteIp: '::1' });
  await drainCallbacks(shop);
}

it('answers the prompt of the payment and waits for the callback to settle it', async () => {
  const { shop, paymentId, checkoutRequestId } = await shopWithPrompt();
  const held = shop.provider.handset.hold();
  const simulated = simulateOutcome(shop, { paymentId, outcome: 'wrong_pin' });
  expect(await held.arrived).toEqual({ checkoutRequestId, outcome: 'wrong_pin' });
  held.answer('answered');
  await callBack(shop, paymentId, promptCallback({ checkoutRequestId, resultCode: '2001', resultDesc: 'no' }));
  expect(await simulated).toEqual({
    id: paymentId,
    status: 'failed',
    providerReceipt: null,
    resultCode: 2001,
    resultDesc: 'no',
  });
});

it('asks the provider when no callback comes in time, and answers pending when nothing is known', async () => {
  const { shop, paymentId } = await shopWithPrompt();
  expect(await simulateOutcome(shop, { paymentId, outcome: 'approve' })).toMatchObject({ status: 'pending' });
  expect(shop.provider.queries.calls).toHaveLength(1);
});

it('refuses a payment that is settled, one that was answered, and one without a prompt', async () => {
  const { shop, paymentId, checkoutRequestId } = await shopWithPrompt();
  shop.provider.handset.answer('already_answered');
  const simulate = () => simulateOutcome(shop, { paymentId, outcome: 'approve' });
  const refused = (message: string) => ({
    code: 'invalid_input',
    extras: { issues: [{ path: 'paymentId', message }] },
  });
  await expect(simulate()).rejects.toMatchObject(refused('has been answered already'));
  await callBack(shop, paymentId, promptCallback({ checkoutRequestId, resultCode: '1032' }));
  await expect(simulate()).rejects.toMatchObject(refused('is settled already'));
  shop.provider.pushes.answer({ kind: 'unknown', cause: 'cut' });
  await collectPayment(shop, { amount: 6, phone: '254712345679' }).catch(() => undefined);
  const { id } = await shop.db.prisma.payment.findFirstOrThrow({ where: { ...shop.tenant, amount: 6 } });
  await expect(simulateOutcome(shop, { paymentId: id, outcome: 'approve' })).rejects.toMatchObject(
    refused('has no prompt: the provider never acknowledged it'),
  );
});

it('says clearly that only the simulator has a handset', async () => {
  const { shop, paymentId } = await shopWithPrompt();
  shop.provider.handset.answer('no_handset');
  await expect(simulateOutcome(shop, { paymentId, outcome: 'approve' })).rejects.toMatchObject({
    code: 'provider_rejected',
    message: expect.stringContaining('simulator'),
  });
});

it('a foreign payment and a missing one are the same nothing, and are not answered', async () => {
  const [one, other] = [await shopWithPrompt(), await shopWithPrompt()];
  for (const paymentId of [other.paymentId, crypto.randomUUID(), 'x']) {
    await expect(simulateOutcome(one.shop, { paymentId, outcome: 'approve' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such payment.',
    });
  }
  expect(one.shop.provider.handset.calls).toEqual([]);
});

it('never touches production', async () => {
  const { shop, paymentId } = await shopWithPrompt();
  const live = { ...shop, tenant: { ...shop.tenant, environment: 'production' as const } };
  await expect(simulateOutcome(live, { paymentId, outcome: 'approve' })).rejects.toThrow('sandbox only');
  expect(shop.provider.handset.calls).toEqual([]);
});
