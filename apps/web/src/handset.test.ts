import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { DomainError, type TenantContext } from '@tillgate/domain';
import { answerHandset, listScenarios, lookAtHandset, type WithHandset } from '@tillgate/domain/handset';
import { addressOf, type RailName } from '@tillgate/domain/rails/names';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import scenarioTexts from '../messages/en/scenarios.json' with { type: 'json' };
import { createHandset } from './handset.ts';

const shortcode = '174379';
const passkey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';
/** The simulator's delay in these tests, and a time in which it would have answered many times. */
const delayMs = 10;
const longEnoughMs = 150;

let test: TestDatabase;
let ctx: TestContext;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: { now: () => new Date(), advance() {}, set() {} } });
});
afterAll(() => test.close());
beforeEach(async () => {
  simulator = await startSimulator({ delayMs });
});
afterEach(() => simulator.close());

type Shop = TenantContext & WithHandset;

async function newShop(environment: 'sandbox' | 'production' = 'sandbox'): Promise<Shop> {
  const merchant = await seed(ctx).owner().application().credentials(environment, { shortcode }).mint();
  return { ...merchant.as(environment), handset: createHandset(simulator.url) };
}

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${simulator.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Sends a prompt as the provider package does, without a payment of ours. */
async function push(amount = 250): Promise<string> {
  const basic = `Basic ${Buffer.from('key:secret').toString('base64')}`;
  const { access_token: token } = await call('GET', '/oauth/v1/generate?grant_type=client_credentials', undefined, {
    authorization: basic,
  });
  const timestamp = '20261120093000';
  const sent = await call(
    'POST',
    '/mpesa/stkpush/v1/processrequest',
    {
      BusinessShortCode: shortcode,
      Password: Buffer.from(`${shortcode}${passkey}${timestamp}`).toString('base64'),
      Timestamp: timestamp,
      TransactionType: 'CustomerPayBillOnline',
      Amount: amount,
      PartyA: '254712345678',
      PartyB: shortcode,
      PhoneNumber: '254712345678',
      CallBackURL: 'http://127.0.0.1:9/hook',
      AccountReference: 'INV-1',
      TransactionDesc: 'Shoes',
    },
    { authorization: `Bearer ${token}` },
  );
  return String(sent.CheckoutRequestID);
}

/** The pending payment of a prompt, as the second transaction of a collection leaves it. */
async function pay(
  shop: Shop,
  checkoutRequestId: string | null,
  amount = 250,
  rail: RailName = 'mpesa',
): Promise<string> {
  const id = uuidv7();
  await ctx.db.prisma.payment.create({
    data: {
      id,
      ...shop.tenant,
      source: 'stk',
      status: 'pending',
      amount,
      requestedAmount: amount,
      phone: '254712345678',
      accountRef: 'INV-1',
      description: 'Shoes',
      rail,
      shortcode: addressOf(rail, rail === 'mpesa' ? shortcode : '450123'),
      callbackToken: randomBytes(32).toString('hex'),
      checkoutRequestId,
      createdAt: new Date(),
    },
  });
  return id;
}

/** An account at the other network, beside the one at M-PESA. */
async function addAirtel({ tenant }: Shop): Promise<void> {
  const at = new Date();
  await ctx.db.prisma.railAccount.create({
    data: { id: uuidv7(), ...tenant, rail: 'airtel', number: '450123', askedSince: at, createdAt: at, updatedAt: at },
  });
}

/** Sends a prompt to the simulator of the other network. Returns our id of it. */
async function collectAtAirtel(): Promise<string> {
  const client = { client_id: 'client', client_secret: 'secret', grant_type: 'client_credentials' };
  const { access_token: token } = await call('POST', '/auth/oauth2/token', client);
  const id = uuidv7().replaceAll('-', '');
  const place = { country: 'KE', currency: 'KES' };
  const body = {
    reference: 'INV1',
    subscriber: { ...place, msisdn: '733123456' },
    transaction: { ...place, amount: 300, id },
  };
  const headers = { authorization: `Bearer ${token}`, 'x-country': 'KE', 'x-currency': 'KES' };
  const taken = await call('POST', '/merchant/v1/payments/', body, headers);
  expect(taken).toMatchObject({ status: { success: true } });
  return id;
}

const promptOf = (checkoutRequestId: string) => call('GET', `/admin/prompts/${checkoutRequestId}`);

const until = (condition: () => Promise<boolean>) => expect.poll(condition).toBe(true);
const isAnswered = async (id: string) => (await promptOf(id)).state === 'answered';

async function shown(shop: Shop) {
  const view = await lookAtHandset(shop);
  if (view.state !== 'ready') throw new Error(`the handset is ${view.state}`);
  return view.prompts;
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof DomainError ? [error.code, error.message] : error),
  );

describe('the handset', () => {
  it('shows a prompt of the application, which waits for its person and is answered once', async () => {
    const shop = await newShop();
    expect(await shown(shop)).toEqual([]);
    const checkoutRequestId = await push();
    const paymentId = await pay(shop, checkoutRequestId);
    await pause(longEnoughMs);
    expect(await shown(shop)).toEqual([
      {
        rail: 'mpesa',
        number: shortcode,
        checkoutRequestId,
        paymentId,
        phone: '254712345678',
        amount: 250,
        accountReference: 'INV-1',
        description: 'Shoes',
        scenario: null,
        createdAt: expect.any(Date),
      },
    ]);
    expect(await answerHandset(shop, { paymentId, answer: 'wrong_pin' })).toEqual({ paymentId });
    expect(await promptOf(checkoutRequestId)).toMatchObject({ answeredBy: 'admin', outcome: { resultCode: 2001 } });
    expect(await shown(shop)).toEqual([]);
    expect(await refusal(answerHandset(shop, { paymentId, answer: 'approve' }))).toEqual([
      'invalid_input',
      'paymentId has been answered already.',
    ]);
  });

  it.each([
    ['approve', 0],
    ['insufficient_funds', 1],
    ['cancel', 1032],
    ['ignore', 1037],
    ['timeout', 1037],
  ] as const)('%s is %i', async (answer, resultCode) => {
    const shop = await newShop();
    await shown(shop);
    const checkoutRequestId = await push();
    const paymentId = await pay(shop, checkoutRequestId);
    await answerHandset(shop, { paymentId, answer });
    expect(await promptOf(checkoutRequestId)).toMatchObject({ outcome: { resultCode } });
  });

  it('shows the prompts of every network of the application, and answers each', async () => {
    const shop = await newShop();
    await addAirtel(shop);
    expect(await shown(shop)).toEqual([]);
    const [first, second] = [await push(), await collectAtAirtel()];
    await pay(shop, first);
    const paymentId = await pay(shop, second, 300, 'airtel');
    await pause(longEnoughMs);
    const prompts = await shown(shop);
    expect(prompts.map(({ rail, number, amount }) => [rail, number, amount])).toEqual([
      ['airtel', '450123', 300],
      ['mpesa', shortcode, 250],
    ]);
    expect(prompts[0]).toMatchObject({ paymentId, description: null, accountReference: 'INV1', scenario: null });
    await answerHandset(shop, { paymentId, answer: 'cancel' });
    expect((await shown(shop)).map(({ rail }) => rail)).toEqual(['mpesa']);
    expect(await call('GET', `/admin/airtel/collections/${second}`)).toMatchObject({
      answeredBy: 'admin',
      outcome: { code: 'DP00800001008' },
    });
  });

  it('lets prompts of others at a network that names no account answer themselves', async () => {
    const [mine, other] = [await newShop(), await newShop()];
    await addAirtel(mine);
    await shown(mine);
    const promptId = await collectAtAirtel();
    await pay(other, promptId, 300, 'airtel');
    expect(await shown(mine)).toEqual([]);
    await until(async () => (await call('GET', `/admin/airtel/collections/${promptId}`)).answeredBy === 'auto');
  });

  it('never shows or answers the prompt of another application, and does not keep it waiting', async () => {
    const [mine, other] = [await newShop(), await newShop()];
    await shown(mine);
    const checkoutRequestId = await push();
    const foreign = await pay(other, checkoutRequestId);
    expect(await shown(mine)).toEqual([]);
    const refused = await refusal(answerHandset(mine, { paymentId: foreign, answer: 'cancel' }));
    expect(refused).toEqual(['not_found', 'There is no such payment.']);
    expect(await refusal(answerHandset(mine, { paymentId: uuidv7(), answer: 'cancel' }))).toEqual(refused);
    expect(await refusal(answerHandset(mine, { paymentId: 'x', answer: 'cancel' }))).toEqual(refused);
    await until(() => isAnswered(checkoutRequestId));
    expect(await promptOf(checkoutRequestId)).toMatchObject({ answeredBy: 'auto' });
  });

  it('two applications at one shortcode each keep their own prompts waiting', async () => {
    const [mine, other] = [await newShop(), await newShop()];
    await Promise.all([shown(mine), shown(other)]);
    const prompts = [await push(1), await push(2)];
    await pay(mine, prompts[0] ?? '', 1);
    await pay(other, prompts[1] ?? '', 2);
    expect((await shown(mine)).map(({ amount }) => amount)).toEqual([1]);
    expect((await shown(other)).map(({ amount }) => amount)).toEqual([2]);
    await pause(longEnoughMs);
    expect((await shown(mine)).map(({ amount }) => amount)).toEqual([1]);
    expect((await shown(other)).map(({ amount }) => amount)).toEqual([2]);
  });

  it('waits for the payment of a prompt that is not written yet', async () => {
    const shop = await newShop();
    await shown(shop);
    const checkoutRequestId = await push();
    expect(await shown(shop)).toEqual([]);
    await pause(longEnoughMs);
    const paymentId = await pay(shop, checkoutRequestId);
    expect((await shown(shop)).map((prompt) => prompt.paymentId)).toEqual([paymentId]);
  });

  it('lets the simulator answer as its tables say when the person wants that', async () => {
    const shop = await newShop();
    await shown(shop);
    const checkoutRequestId = await push(70001);
    const paymentId = await pay(shop, checkoutRequestId, 70001);
    expect((await shown(shop))[0]?.scenario).toBe('insufficient-funds');
    await answerHandset(shop, { paymentId, answer: 'let_go' });
    await until(() => isAnswered(checkoutRequestId));
    expect(await promptOf(checkoutRequestId)).toMatchObject({ answeredBy: 'auto', outcome: { resultCode: 1 } });
  });

  it('names the phones and amounts that play a part, and the dashboard has a text for each', async () => {
    const scenarios = await listScenarios(await newShop());
    expect(scenarios).toContainEqual({
      name: 'cancelled',
      phone: '254700071032',
      amount: 71032,
      kind: 'outcome',
    });
    expect(scenarios.some(({ kind }) => kind === 'fault')).toBe(true);
    expect(Object.keys(scenarioTexts)).toEqual(scenarios.map(({ name }) => name));
  });

  it('is nothing of production, and says what is missing', async () => {
    const production = await newShop('production');
    const nothing = ['not_found', 'There is a handset in the sandbox only.'];
    expect(await refusal(lookAtHandset(production))).toEqual(nothing);
    expect(await refusal(answerHandset(production, { paymentId: uuidv7(), answer: 'approve' }))).toEqual(nothing);
    const bare = (await seed(ctx).owner().application().mint()).as('sandbox');
    expect(await lookAtHandset({ ...bare, handset: createHandset(simulator.url) })).toEqual({
      state: 'no_credentials',
    });
    const shop = await newShop();
    const paymentId = await pay(shop, null);
    expect(await refusal(answerHandset(shop, { paymentId, answer: 'approve' }))).toEqual([
      'invalid_input',
      'paymentId has no prompt on any phone.',
    ]);
  });
});

describe('a sandbox provider that is not our simulator', () => {
  it.each([404, 200])('is told by its answer under HTTP %i', async (status) => {
    const provider = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html></html>');
    });
    await new Promise<void>((resolve) => {
      provider.listen(0, '127.0.0.1', resolve);
    });
    try {
      const { port } = provider.address() as AddressInfo;
      const shop = { ...(await newShop()), handset: createHandset(`http://127.0.0.1:${port}`) };
      expect(await lookAtHandset(shop)).toEqual({ state: 'no_simulator' });
      expect(await listScenarios(shop)).toEqual([]);
    } finally {
      provider.close();
    }
  });

  it('one that does not answer is unavailable', async () => {
    const shop = { ...(await newShop()), handset: createHandset('http://127.0.0.1:9') };
    expect(await refusal(lookAtHandset(shop))).toEqual([
      'unavailable',
      'The simulator does not answer. Is it running?',
    ]);
  });
});
