import type { SeededMerchant } from '@tillgate/domain/testing';
import { expect } from 'vitest';
import { calm } from './calm.ts';
import { type Answer, call } from './client.ts';
import { merchantWithInitiator } from './initiator.ts';
import { isAuthentic, type Received, startMerchantHook } from './merchant-hook.ts';
import { type SimulatedOffline, viewOffline } from './offline-view.ts';
import { createStack } from './stack.ts';
import { until } from './until.ts';

export const words = expect.stringMatching(/\S/);

/** A merchant with a shortcode of its own, so that the payments of one test are nobody else's. */
export type Shop = { merchant: SeededMerchant; key: string; secret: string; shortcode: string };
/** Of the provider's offline payments: v1 hashes phones, v2 masks them. */
type Version = 'v1' | 'v2';

type Settled = {
  source: 'stk' | 'c2b';
  amount: number;
  /** As the provider reported it, for offline payments. */
  phone: string;
  accountRef: string;
  providerReceipt: string | null;
  checkoutRequestId: string | null;
};

/** The processes, one api for each version, and a merchant's receiver. `worker` is environment of the worker alone. */
export async function startOfflineWorld(worker: Record<string, string> = {}) {
  const stack = await createStack({ simulator: { delayMs: 100, lateCallbackMs: 2_000 } });
  const hook = await startMerchantHook();
  const provider = viewOffline(stack.provider);
  const [v1, v2] = [await stack.startApi({ PROVIDER_C2B_VERSION: 'v1' }), await stack.startApi()];
  const ports = { v1: v1.port, v2: v2.port };
  await stack.startWorker(worker);
  let shops = 0;

  async function newShop(): Promise<Shop> {
    shops += 1;
    const shortcode = String(600_000 + shops);
    const merchant = await merchantWithInitiator(stack, { shortcode });
    const { secret } = await stack.endpoint(merchant, hook.url);
    return { merchant, key: merchant.key().key, secret, shortcode };
  }

  function register({ key }: Shop, version: Version = 'v2'): Promise<Answer> {
    return call(`http://127.0.0.1:${ports[version]}/functions/v1/c2b-register`, key, { method: 'POST', body: {} });
  }

  const webhooksOf = ({ merchant }: Shop): Received[] =>
    hook.received.filter(({ body }) => body.data.applicationId === merchant.applicationId);

  async function paymentsOf({ key }: Shop): Promise<Record<string, unknown>[]> {
    const { status, body } = await call(`${stack.baseUrl}/payments`, key);
    expect(status).toBe(200);
    return body.payments as Record<string, unknown>[];
  }

  return {
    stack,
    provider,
    newShop,
    register,
    webhooksOf,
    paymentsOf,
    calm: () => calm(stack),
    async registeredShop(version: Version = 'v2'): Promise<Shop> {
      const shop = await newShop();
      expect(await register(shop, version)).toMatchObject({ status: 200, body: { registered: true } });
      return shop;
    },
    /** A customer pays without a prompt; resolves when the provider has said all it had to say. */
    async pay(
      { shortcode }: Shop,
      asked: { amount: number; phone: string; reference: string },
      confirmations = 1,
    ): Promise<SimulatedOffline> {
      const { transactionId } = await provider.pay({ shortcode, ...asked });
      return until(`the end of the offline payment ${transactionId}`, async () => {
        const payment = await provider.payment(transactionId);
        if (payment.state === 'validating') return undefined;
        return payment.state !== 'completed' || payment.confirmations.length === confirmations ? payment : undefined;
      });
    },
    /** The first webhook of the shop, or the one after so many. */
    webhook: (shop: Shop, after = 0): Promise<Received> =>
      until(`webhook ${after + 1} of a shop`, () => webhooksOf(shop)[after]),
    collect: ({ key }: Shop, body: { amount: number; phone: string; accountReference: string }): Promise<Answer> =>
      call(`${stack.baseUrl}/collect`, key, { method: 'POST', body, idempotencyKey: body.accountReference }),
    async close(): Promise<void> {
      await stack.close();
      await hook.close();
    },
  };
}

/** A confirmation as the provider words it. */
export function confirmationOf(of: {
  shop: Shop;
  receipt: string;
  amount: string;
  MSISDN: string;
  reference?: string;
}) {
  return {
    TransactionType: 'Pay Bill',
    TransID: of.receipt,
    TransTime: '20260301100000',
    TransAmount: of.amount,
    BusinessShortCode: of.shop.shortcode,
    BillRefNumber: of.reference ?? 'AGAIN',
    InvoiceNumber: '',
    OrgAccountBalance: '5000420.00',
    ThirdPartyTransID: '',
    MSISDN: of.MSISDN,
    FirstName: 'WANJIKU',
  };
}

export type OfflineWorld = Awaited<ReturnType<typeof startOfflineWorld>>;

/** One payment, one payment.success, and both say the same. */
export async function expectOnePayment(world: OfflineWorld, shop: Shop, is: Settled): Promise<void> {
  await world.webhook(shop);
  await world.calm();
  const payments = await world.paymentsOf(shop);
  expect(payments.length, 'payments').toBe(1);
  const paymentId = String(payments[0]?.paymentId);
  const outcome = { status: 'success', resultCode: 0, resultDesc: words };
  expect(payments[0]).toMatchObject({ ...is, ...outcome });
  const { providerReceipt } = is;
  const read = await call(`${world.stack.baseUrl}/status/${paymentId}`, shop.key);
  expect(read).toEqual({ status: 200, body: { id: paymentId, providerReceipt, ...outcome } });
  const [webhook, ...others] = world.webhooksOf(shop);
  expect(others.map(({ event }) => event)).toEqual([]);
  expect(webhook && isAuthentic(webhook, shop.secret)).toBe(true);
  expect(webhook?.event).toBe('payment.success');
  const { source: _, ...told } = is;
  const { applicationId } = shop.merchant;
  expect(webhook?.body).toEqual({
    type: 'payment.success',
    created: expect.any(Number),
    data: { paymentId, applicationId, env: 'sandbox', ...told, ...outcome, decoded: null },
  });
}
