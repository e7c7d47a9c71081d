import type { SeededMerchant } from '@tillgate/domain/testing';
import { expect } from 'vitest';
import { type Answer, call } from './client.ts';
import { merchantWithInitiator } from './initiator.ts';
import { type Received, startMerchantHook } from './merchant-hook.ts';
import { viewMoneyOut } from './money-out-view.ts';
import { createStack, impatient } from './stack.ts';
import { until } from './until.ts';

export const words = expect.stringMatching(/\S/);

/** A merchant that may send money out. */
export type Shop = { merchant: SeededMerchant; key: string; secret: string };

/** Two api processes behind one address, a worker, a provider with short delays, and a merchant's receiver. */
export async function startMoneyOutWorld() {
  const stack = await createStack({
    env: impatient,
    simulator: { delayMs: 300, lateCallbackMs: 3_000, slowAckMs: 2_000, ackAfterCallbackMs: 700 },
  });
  const hook = await startMerchantHook();
  const [first, second] = await Promise.all([stack.startApi(), stack.startApi(), stack.startWorker()]);
  stack.front.pointTo([first.port, second.port]);
  /** By the id that names the row: `disbursementId` or `queryId`. */
  const webhooksAbout = (id: string): Received[] =>
    hook.received.filter(({ body }) => body.data.disbursementId === id || body.data.queryId === id);
  const post = ({ key }: Shop, path: string, body: object, idempotencyKey?: string): Promise<Answer> =>
    call(`${stack.baseUrl}${path}`, key, { method: 'POST', body, ...(idempotencyKey && { idempotencyKey }) });
  return {
    stack,
    provider: viewMoneyOut(stack.provider),
    post,
    read: ({ key }: Shop, path: string): Promise<Answer> => call(`${stack.baseUrl}${path}`, key),
    webhooksAbout,
    webhookAbout: (id: string): Promise<Received> => until(`the webhook about ${id}`, () => webhooksAbout(id)[0]),
    async newShop(): Promise<Shop> {
      const merchant = await merchantWithInitiator(stack);
      const { secret } = await stack.endpoint(merchant, hook.url);
      return { merchant, key: merchant.key().key, secret };
    },
    /** The receipt of a payment that was collected just now. */
    async collected(shop: Shop, accountReference: string, amount: number): Promise<string> {
      const body = { amount, phone: `2547110${String(amount).padStart(5, '0')}`, accountReference };
      const answer = await post(shop, '/collect', body, accountReference);
      expect(answer.status).toBe(202);
      const webhook = await until(`the payment ${accountReference}`, () =>
        hook.received.find((received) => received.body.data.paymentId === answer.body.paymentId),
      );
      return String(webhook.body.data.providerReceipt);
    },
    async close(): Promise<void> {
      await stack.close();
      await hook.close();
    },
  };
}

export type MoneyOutWorld = Awaited<ReturnType<typeof startMoneyOutWorld>>;
