import { setRailAccount } from '@tillgate/domain/applications';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/client.ts';
import { isAuthentic, type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { createStack, impatient, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

let stack: Stack;
let hook: MerchantHook;
beforeAll(async () => {
  stack = await createStack({ env: impatient, simulator: { delayMs: 100 } });
  hook = await startMerchantHook();
  await Promise.all([stack.startApi(), stack.startWorker()]);
});
afterAll(async () => {
  await stack.close();
  await hook.close();
});

/** What the network itself knows of its collections from a phone. */
async function truthOf(phone: string): Promise<{ id: string; amount: number; phone: string }[]> {
  const response = await fetch(`${stack.provider}/admin/airtel/collections?phone=${phone}`);
  return ((await response.json()) as { collections: { id: string; amount: number; phone: string }[] }).collections;
}

async function merchantOfBoth() {
  const merchant = await stack.merchant();
  const { applicationId } = merchant;
  const secrets = { clientId: `client-${applicationId}`, clientSecret: 'secret' };
  const account = { rail: 'airtel', environment: 'sandbox', number: '450123', secrets } as const;
  await setRailAccount(stack.ctx, { applicationId, ...account });
  const { secret } = await stack.endpoint(merchant, hook.url);
  const { key } = merchant.key();
  return {
    secret,
    collect: (phone: string, idempotencyKey: string) =>
      call(`${stack.baseUrl}/collect`, key, {
        method: 'POST',
        body: { amount: 250, phone, accountReference: 'INV-1' },
        idempotencyKey,
      }),
    status: (id: unknown) => call(`${stack.baseUrl}/status/${id}`, key),
  };
}

describe('an application with two networks', () => {
  it.each([
    ['254712000111', 'M-PESA', /^ws_CO_/, 0],
    ['254739000111', 'Airtel Money', /^[0-9a-f]{32}$/, 1],
  ])('collects from %s at %s by the same calls', async (phone, _network, promptId, collections) => {
    const merchant = await merchantOfBoth();
    const answer = await merchant.collect(phone, `key-${phone}`);
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect(answer.body.checkoutRequestId).toMatch(promptId);
    const { paymentId } = answer.body;
    const settled = await until('the payment ends', async () => {
      const { body } = await merchant.status(paymentId);
      return body.status === 'pending' ? undefined : body;
    });
    expect(settled).toMatchObject({ status: 'success', resultCode: 0 });
    const told = await until('its webhook arrives', () =>
      hook.received.find(({ body }) => body.data.paymentId === paymentId),
    );
    expect(isAuthentic(told, merchant.secret)).toBe(true);
    expect(told.body).toMatchObject({
      type: 'payment.success',
      data: { amount: 250, phone, providerReceipt: settled.providerReceipt },
    });
    expect(await merchant.collect(phone, `key-${phone}`)).toMatchObject({ status: 202, body: { paymentId } });
    expect(await truthOf(phone)).toHaveLength(collections);
  });
});
