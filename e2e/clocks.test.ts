import type { SeededMerchant } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/client.ts';
import { merchantWithInitiator } from './support/initiator.ts';
import { isAuthentic, type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { type ProviderView, viewProvider } from './support/provider-view.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** As far apart as clocks may be: NTP keeps machines within milliseconds. */
const skewSeconds = 120;
const shifted = (seconds: number) => ({
  NODE_OPTIONS: `--import ${new URL('support/shifted-clock.mjs', import.meta.url).href}`,
  CLOCK_SHIFT_SECONDS: String(seconds),
});

describe.each([
  ['behind', skewSeconds],
  ['ahead', -skewSeconds],
])('a worker whose clock is two minutes %s, with APIs whose clocks differ', (_how, ahead) => {
  let stack: Stack;
  let hook: MerchantHook;
  let provider: ProviderView;
  let merchant: SeededMerchant;
  let secret: string;
  let key: string;
  const ports: number[] = [];

  beforeAll(async () => {
    stack = await createStack({ simulator: { delayMs: 100 } });
    hook = await startMerchantHook();
    provider = viewProvider(stack.provider);
    for (const seconds of [ahead, 0]) ports.push((await stack.startApi(shifted(seconds))).port);
    stack.front.pointTo(ports);
    await stack.startWorker(shifted(-ahead));
    merchant = await merchantWithInitiator(stack);
    key = merchant.key().key;
    secret = (await stack.endpoint(merchant, hook.url)).secret;
  });
  afterAll(async () => {
    await stack.close();
    await hook.close();
  });

  const post = (path: string, body: object, idempotencyKey: string, port?: number) =>
    call(`${port === undefined ? stack.baseUrl : `http://127.0.0.1:${port}/functions/v1`}${path}`, key, {
      method: 'POST',
      body,
      idempotencyKey,
    });
  const eventOf = (type: string, id: unknown) =>
    until(`${type} of ${id}`, () =>
      hook.received.find(({ event, body }) => event === type && Object.values(body.data).includes(id)),
    );

  it('settles a payment, pays out and refunds, and tells each once with a good signature', async () => {
    const collected = await post('/collect', { amount: 120, phone: '254712345678' }, 'collect');
    expect(collected.status).toBe(202);
    const paid = await eventOf('payment.success', collected.body.paymentId);
    const payout = await post('/payout', { amount: 30, phone: '254712345678', remarks: 'Wages' }, 'payout');
    expect(payout.status).toBe(202);
    const sent = await eventOf('payout.result', payout.body.disbursementId);
    expect(sent.body.data).toMatchObject({ status: 'success' });
    const receipt = String(paid.body.data.providerReceipt);
    const refund = await post('/reversal', { transactionId: receipt, amount: 120, remarks: 'Returned' }, 'refund');
    expect(refund.status).toBe(202);
    const returned = await eventOf('refund.result', refund.body.disbursementId);
    for (const webhook of [paid, sent, returned]) {
      expect(isAuthentic(webhook, secret)).toBe(true);
      expect(hook.received.filter(({ id }) => id === webhook.id)).toHaveLength(1);
    }
  });

  it('sends one prompt for a key that is used at APIs of both clocks at once', async () => {
    const body = { amount: 77, phone: '254712345679', accountReference: 'BOTH' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => post('/collect', body, 'both', ports[turn % ports.length])),
    );
    const done = answers.filter(({ status }) => status === 202);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ body: answer }) => answer.paymentId)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 202).map(({ status }) => status)).toEqual(
      Array(answers.length - done.length).fill(409),
    );
    expect(await provider.prompts('BOTH')).toHaveLength(1);
    await eventOf('payment.success', done[0]?.body.paymentId);
  });
});
