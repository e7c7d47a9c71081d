import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calm } from './support/calm.ts';
import { type Answer, call } from './support/client.ts';
import { categories, type Expected, expectedOutcomes, type Failure } from './support/expected-outcomes.ts';
import { isAuthentic, type MerchantHook, type Received, startMerchantHook } from './support/merchant-hook.ts';
import { type Magic, type Prompt, type ProviderView, viewProvider } from './support/provider-view.ts';
import { createStack, impatient, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** Everything that a merchant saw of one scenario. */
type Play = {
  magic: Magic;
  asked: { amount: number; phone: string; accountReference: string };
  applicationId: string;
  secret: string;
  answer: Answer;
  repeated: Answer;
  paymentId: string;
  webhooks: () => Received[];
  status: () => Promise<Answer>;
  prompts: Prompt[];
};

let stack: Stack;
let hook: MerchantHook;
let provider: ProviderView;
const plays = new Map<string, Promise<Play>>();

beforeAll(async () => {
  stack = await createStack({
    env: impatient,
    simulator: { delayMs: 300, lateCallbackMs: 3_000, slowAckMs: 2_000, ackAfterCallbackMs: 700 },
  });
  hook = await startMerchantHook();
  provider = viewProvider(stack.provider);
  await Promise.all([stack.startApi(), stack.startWorker()]);
  // A refused access token ends the token of its consumer key, which belongs to the scenario and not to its neighbours.
  const merchants = new Map<string, { key: string; applicationId: string; secret: string }>();
  for (const name of ['', 'token-once', 'token-always']) {
    const merchant = await stack.merchant();
    const { secret } = await stack.endpoint(merchant, hook.url);
    merchants.set(name, { key: merchant.key().key, applicationId: merchant.applicationId, secret });
  }
  for (const [index, magic] of (await provider.magic()).entries()) {
    const merchant = merchants.get(magic.slug) ?? merchants.get('');
    if (!merchant) throw new Error('no merchant');
    const playing = play(magic, 100 + index, merchant);
    playing.catch(() => undefined);
    plays.set(magic.slug, playing);
  }
});
afterAll(async () => {
  await stack.close();
  await hook.close();
});

const isEmpty = (expected: Expected) => expected.answer === 502 || expected.final === 'pending';
const webhooksOf = (expected: Expected) => (isEmpty(expected) ? 0 : expected.failedBefore ? 2 : 1);

async function play(
  magic: Magic,
  amount: number,
  merchant: { key: string; applicationId: string; secret: string },
): Promise<Play> {
  const expected = expectedOutcomes[magic.slug];
  if (!expected) throw new Error(`nothing is expected of ${magic.slug}`);
  const asked = { amount, phone: magic.phone, accountReference: `R${amount}` };
  const collect = () =>
    call(`${stack.baseUrl}/collect`, merchant.key, { method: 'POST', body: asked, idempotencyKey: magic.slug });
  const answer = await collect();
  const paymentId = String(answer.body.paymentId);
  const status = () => call(`${stack.baseUrl}/status/${paymentId}`, merchant.key);
  if (expected.byQuery) {
    await until('a status read settles the payment', async () =>
      (await status()).body.status === expected.final ? true : undefined,
    );
  }
  const webhooks = () => hook.received.filter(({ body }) => body.data.paymentId === paymentId);
  await until(`webhooks of ${magic.slug}`, () => (webhooks().length >= webhooksOf(expected) ? true : undefined));
  const repeated = await collect();
  const prompts = await provider.prompts(asked.accountReference);
  return { magic, asked, ...merchant, answer, repeated, paymentId, webhooks, status, prompts };
}

const played = async (slug: string): Promise<Play> => {
  const playing = plays.get(slug);
  if (!playing) throw new Error(`the simulator has no ${slug}`);
  return playing;
};

function expectDecoded(decoded: unknown, failure: Failure): void {
  const words = expect.stringMatching(/\S/);
  const category = failure.category ?? expect.toBeOneOf(categories);
  const { code, retryable } = failure;
  expect(decoded).toEqual({
    code,
    category,
    retryable,
    title: words,
    cause: words,
    fix: words,
    customerMessage: words,
  });
}

function expectWebhook(webhook: Received, play: Play, is: { failure?: Failure; amount: number; receipt: unknown }) {
  const { failure } = is;
  const type = failure ? 'payment.failed' : 'payment.success';
  expect(isAuthentic(webhook, play.secret), 'signature').toBe(true);
  expect(webhook.event).toBe(type);
  expect(webhook.id).toMatch(/\S/);
  const { data, ...envelope } = webhook.body;
  expect(envelope).toEqual({ type, created: expect.any(Number) });
  expect(Number.isInteger(envelope.created) && Math.abs(envelope.created - webhook.at / 1000) < 60).toBe(true);
  expect(data).toEqual({
    paymentId: play.paymentId,
    applicationId: play.applicationId,
    env: 'sandbox',
    status: failure ? 'failed' : 'success',
    amount: is.amount,
    phone: play.asked.phone,
    accountRef: play.asked.accountReference,
    providerReceipt: is.receipt,
    checkoutRequestId: play.prompts[0]?.checkoutRequestId,
    resultCode: failure?.code ?? 0,
    resultDesc: expect.stringMatching(/\S/),
    decoded: failure ? expect.anything() : null,
  });
  if (failure) expectDecoded(data.decoded, failure);
}

function expectAnswer({ answer, repeated, prompts, paymentId }: Play, expected: Expected): void {
  expect(answer.status).toBe(expected.answer);
  if (expected.answer === 202) {
    const { checkoutRequestId } = prompts[0] ?? {};
    expect(answer.body).toEqual({ paymentId, status: 'pending', checkoutRequestId });
    expect(repeated).toEqual(answer);
    return;
  }
  const detail = answer.body.detail;
  expect(answer.body).toMatchObject({ status: expected.answer, paymentId, error: detail, code: expect.any(String) });
  expect({ ...repeated.body, requestId: '' }, 'the same refusal').toEqual({ ...answer.body, requestId: '' });
  if (expected.answer === 409) {
    expect(answer.body).toMatchObject({ code: 'idempotency_indeterminate', indeterminate: true });
    expect(detail).toContain('interrupted while the provider call was in flight');
  } else if (expected.failure) {
    expect(answer.body).not.toHaveProperty('indeterminate');
    expect(answer.body.upstream).toEqual({ code: expected.failure.code, description: expect.stringMatching(/\S/) });
    expectDecoded(answer.body.decoded, expected.failure);
  }
}

async function expectState(play: Play, expected: Expected): Promise<void> {
  const { status, body } = await play.status();
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['id', 'providerReceipt', 'resultCode', 'resultDesc', 'status']);
  expect(body).toMatchObject({ id: play.paymentId, status: expected.final });
  if (expected.final === 'pending') expect(body.providerReceipt).toBeNull();
  if (expected.final === 'failed') {
    expect(body).toMatchObject({ providerReceipt: null, resultCode: expected.failure?.code });
  }
  if (expected.final === 'success') {
    expect(body).toMatchObject({ providerReceipt: receiptOf(play, expected), resultCode: 0 });
  }
}

const receiptOf = (play: Play, expected: Expected) =>
  expected.byQuery ? null : (play.prompts[0]?.outcome?.receipt ?? 'no receipt was made');

it('every scenario that the simulator can play has an expectation, and none is left over', () => {
  expect([...plays.keys()].sort()).toEqual(Object.keys(expectedOutcomes).sort());
});

describe('a collection ends as the contract says', () => {
  it.each(Object.entries(expectedOutcomes))('%s', async (slug, expected) => {
    const play = await played(slug);
    expect(play.prompts.length, 'prompts on the handset').toBe(expected.prompted ? 1 : 0);
    expectAnswer(play, expected);
    await expectState(play, expected);

    const webhooks = play.webhooks();
    expect(webhooks.length, 'webhooks').toBe(webhooksOf(expected));
    const settled = webhooks.find(({ event }) => event === 'payment.success');
    if (settled) {
      const amount = play.asked.amount - (expected.short ?? 0);
      expect(play.prompts[0]?.outcome).toMatchObject({ resultCode: 0, settledAmount: amount });
      expectWebhook(settled, play, { amount, receipt: receiptOf(play, expected) });
    }
    const failure = expected.failedBefore ?? expected.failure;
    const refused = webhooks.find(({ event }) => event === 'payment.failed');
    if (refused) expectWebhook(refused, play, { failure, amount: play.asked.amount, receipt: null });
    expect(settled !== undefined).toBe(expected.final === 'success');
  });

  it('and stays so: when all has come in, no state has moved and no webhook was added', async () => {
    const all = await Promise.all([...plays.values()]);
    const twice = ['duplicate-callback', 'paid-then-cancelled', 'cancelled-then-paid'];
    for (const slug of twice) {
      await until(`both callbacks of ${slug}`, async () => {
        const [prompt] = await provider.prompts((await played(slug)).asked.accountReference);
        return prompt?.callbacks.filter(({ status }) => status === 'delivered').length === 2 || undefined;
      });
    }
    await calm(stack);
    for (const play of all) {
      const expected = expectedOutcomes[play.magic.slug];
      if (!expected) continue;
      await expectState(play, expected);
      expect(play.webhooks().length, play.magic.slug).toBe(webhooksOf(expected));
      expect((await provider.prompts(play.asked.accountReference)).length).toBe(expected.prompted ? 1 : 0);
    }
  });
});
