import { setProviderCredentials, setRailAccount } from '@tillgate/domain/applications';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call } from './support/client.ts';
import { isAuthentic, type MerchantHook, type Received, startMerchantHook } from './support/merchant-hook.ts';
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

const pin = '4711';
const callbackKey = 'the-key-of-the-portal';

/** The key of the network that encrypts PINs. */
async function pinKeyOf(client: { clientId: string; clientSecret: string }): Promise<string> {
  const token = await fetch(`${stack.provider}/auth/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      grant_type: 'client_credentials',
    }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, 'X-Country': 'KE', 'X-Currency': 'KES' };
  const keys = await fetch(`${stack.provider}/v1/rsa/encryption-keys`, { headers });
  return ((await keys.json()) as { data: { key: string } }).data.key;
}

/** An application with an account at M-PESA and one at Airtel Money, whose portal has its address when it gets notices. */
async function merchantOfBoth({ getsNotices = false } = {}) {
  const merchant = await stack.merchant();
  const { applicationId } = merchant;
  const initiator = { initiatorName: 'testapi', initiatorPassword: 'Safaricom999!' };
  await setProviderCredentials(stack.ctx, { applicationId, environment: 'sandbox', ...initiator });
  const client = { clientId: `client-${applicationId}`, clientSecret: 'secret' };
  const secrets = { ...client, callbackKey, pin, pinKey: await pinKeyOf(client) };
  const account = { rail: 'airtel', environment: 'sandbox', number: '450123', secrets } as const;
  const { accountId } = await setRailAccount(stack.ctx, { applicationId, ...account });
  const { hookToken } = await stack.ctx.db.prisma.railAccount.findUniqueOrThrow({ where: { id: accountId } });
  const callbackUrl = getsNotices ? `${stack.baseUrl}/rail-hook/${hookToken}` : null;
  await fetch(`${stack.provider}/admin/airtel/portal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: client.clientId, callbackUrl, callbackKey, pin }),
  });
  const { secret } = await stack.endpoint(merchant, hook.url);
  const { key } = merchant.key();
  const post = (path: string, body: object, idempotencyKey?: string): Promise<Answer> =>
    call(`${stack.baseUrl}/${path}`, key, { method: 'POST', body, ...(idempotencyKey && { idempotencyKey }) });
  const get = (path: string) => call(`${stack.baseUrl}/${path}`, key);
  return { merchant, secret, post, get };
}

type Merchant = Awaited<ReturnType<typeof merchantOfBoth>>;

/** The event of a type that names a row. */
const eventOf = (type: string, id: unknown): Promise<Received> =>
  until(`${type} about ${id}`, () =>
    hook.received.find(({ body }) => body.type === type && JSON.stringify(body.data).includes(String(id))),
  );

async function paid(merchant: Merchant, phone: string): Promise<Record<string, unknown>> {
  const { body } = await merchant.post('collect', { amount: 250, phone, accountReference: 'INV-1' }, `key-${phone}`);
  return until('the payment ends', async () => {
    const { body: status } = await merchant.get(`status/${body.paymentId}`);
    return status.status === 'success' ? { ...body, ...status } : undefined;
  });
}

/** What the network itself knows of its collections from a phone. */
async function truthOf(phone: string): Promise<{ id: string; amount: number; phone: string }[]> {
  const response = await fetch(`${stack.provider}/admin/airtel/collections?phone=${phone}`);
  return ((await response.json()) as { collections: { id: string; amount: number; phone: string }[] }).collections;
}

const phones = { mpesa: '254712000111', airtel: '254739000111' };

describe('an application with two networks', () => {
  it.each([
    ['mpesa', /^ws_CO_/, 0],
    ['airtel', /^[0-9a-f]{32}$/, 1],
  ] as const)('collects at %s by the same calls', async (rail, promptId, collections) => {
    const merchant = await merchantOfBoth();
    const phone = phones[rail];
    const payment = await paid(merchant, phone);
    expect(payment).toMatchObject({ status: 'success', resultCode: 0 });
    expect(payment.checkoutRequestId).toMatch(promptId);
    const told = await eventOf('payment.success', payment.paymentId);
    expect(isAuthentic(told, merchant.secret)).toBe(true);
    expect(told.body.data).toMatchObject({ amount: 250, phone, providerReceipt: payment.providerReceipt });
    const again = { amount: 250, phone, accountReference: 'INV-1' };
    expect(await merchant.post('collect', again, `key-${phone}`)).toMatchObject({
      status: 202,
      body: { paymentId: payment.paymentId },
    });
    expect(await truthOf(phone)).toHaveLength(collections);
    const { body } = await merchant.get(`payments?rail=${rail}`);
    expect(body.payments).toMatchObject([{ paymentId: payment.paymentId, rail }]);
  });

  it('is told by a signed notice, before anybody asks', async () => {
    const merchant = await merchantOfBoth({ getsNotices: true });
    const phone = '254739000222';
    const { body } = await merchant.post('collect', { amount: 300, phone }, 'notice');
    const told = await eventOf('payment.success', body.paymentId);
    expect(told.body.data).toMatchObject({ checkoutRequestId: body.checkoutRequestId });
    const row = await stack.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: String(body.paymentId) } });
    expect(row).toMatchObject({ settledBy: 'callback', lastQueriedAt: null });
  });

  it.each(['mpesa', 'airtel'] as const)('pays out and refunds at %s by the same calls', async (rail) => {
    const merchant = await merchantOfBoth();
    const phone = phones[rail].replace(/111$/, '333');
    const payment = await paid(merchant, phone);
    const refund = { transactionId: payment.providerReceipt, amount: 250 };
    const refunded = await merchant.post('reversal', refund, `refund-${rail}`);
    expect(refunded).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect((await eventOf('refund.result', refunded.body.disbursementId)).body.data).toMatchObject({
      status: 'success',
    });
    const payout = { amount: 120, phone, commandId: 'BusinessPayment' };
    const sent = await merchant.post('payout', payout, `payout-${rail}`);
    expect(sent).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect((await eventOf('payout.result', sent.body.disbursementId)).body.data).toMatchObject({ status: 'success' });
    for (const { body } of [refunded, sent]) {
      expect((await merchant.get(`disbursements/${body.disbursementId}`)).body).toMatchObject({
        status: 'success',
        rail,
      });
    }
  });

  it.each(['mpesa', 'airtel'] as const)('asks %s by the same calls', async (rail) => {
    const merchant = await merchantOfBoth();
    const payment = await paid(merchant, phones[rail].replace(/111$/, '444'));
    const asked = [
      await merchant.post('account-balance', { rail }),
      await merchant.post('transaction-status', { transactionId: payment.providerReceipt }),
    ];
    for (const { status, body } of asked) {
      expect(status).toBe(202);
      const answer = await until('the answer', async () => {
        const { body: inquiry } = await merchant.get(`inquiries/${body.queryId}`);
        return inquiry.status === 'pending' ? undefined : inquiry;
      });
      expect(answer).toMatchObject({ status: 'answered', rail });
    }
  });
});
