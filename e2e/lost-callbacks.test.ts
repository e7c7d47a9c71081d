import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calm } from './support/calm.ts';
import { call } from './support/client.ts';
import { isAuthentic, type MerchantHook, type Received, startMerchantHook } from './support/merchant-hook.ts';
import { type Prompt, type ProviderView, viewProvider } from './support/provider-view.ts';
import { createStack, impatient, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** The first rung of the query ladder, and the wait of a success for its receipt. */
const firstRungMs = 20_000;
const receiptWaitMs = 15_000;
const sweptPerOutcome = 2;
const readersAtOnce = 10;

type Case = { name: string; phone: string; success: boolean; resultCode: number };
const paid: Case = { name: 'paid', phone: '254711000001', success: true, resultCode: 0 };
const cancelled: Case = { name: 'cancelled', phone: '254700071032', success: false, resultCode: 1032 };
const wrongPin: Case = { name: 'wrong PIN', phone: '254700072001', success: false, resultCode: 2001 };
const cases = [paid, cancelled, wrongPin];

type Collected = { reference: string; paymentId: string; amount: number; of: Case };

let stack: Stack;
let hook: MerchantHook;
let provider: ProviderView;
let key: string;
let secret: string;
let serial = 0;
const swept: Collected[] = [];
const read: Collected[] = [];
let crowded: Collected;

beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 100, loseCallbacks: true } });
  hook = await startMerchantHook();
  provider = viewProvider(stack.provider);
  await Promise.all([stack.startApi(), stack.startWorker()]);
  const merchant = await stack.merchant();
  key = merchant.key().key;
  secret = (await stack.endpoint(merchant, hook.url)).secret;
  const outcomes = Array.from({ length: sweptPerOutcome }, () => cases).flat();
  swept.push(...(await Promise.all(outcomes.map(collect))));
  read.push(...(await Promise.all(cases.map(collect))));
  crowded = await collect(paid);
  await Promise.all([...swept, ...read, crowded].map(callbackLost));
});
afterAll(async () => {
  await stack.close();
  await hook.close();
});

const post = (reference: string, phone: string, amount: number) =>
  call(`${stack.baseUrl}/collect`, key, {
    method: 'POST',
    body: { amount, phone, accountReference: reference },
    idempotencyKey: reference,
  });
const status = async (paymentId: string) => (await call(`${stack.baseUrl}/status/${paymentId}`, key)).body;
const webhooksOf = (paymentId: string) => hook.received.filter(({ body }) => body.data.paymentId === paymentId);

async function collect(of: Case): Promise<Collected> {
  serial += 1;
  const reference = `L${serial}`;
  const amount = 100 + serial;
  const { status: answered, body } = await post(reference, of.phone, amount);
  expect(answered).toBe(202);
  return { reference, paymentId: String(body.paymentId), amount, of };
}

function callbackLost({ reference }: Collected): Promise<Prompt> {
  return until(`the lost callback of ${reference}`, async () =>
    (await provider.prompts(reference)).find(({ callbacks }) => callbacks.some((one) => one.status === 'lost')),
  );
}

const webhookOf = ({ reference, paymentId }: Collected): Promise<Received> =>
  until(`the webhook of ${reference}`, () => webhooksOf(paymentId)[0]);

function expectWebhook(webhook: Received, { of, paymentId, amount, reference }: Collected): void {
  expect(isAuthentic(webhook, secret)).toBe(true);
  expect(webhook.event).toBe(of.success ? 'payment.success' : 'payment.failed');
  expect(webhook.body.data).toMatchObject({
    paymentId,
    amount,
    accountRef: reference,
    status: of.success ? 'success' : 'failed',
    resultCode: of.resultCode,
    providerReceipt: null,
    decoded: of.success ? null : { code: of.resultCode },
  });
}

const rowOf = ({ paymentId }: Collected) => stack.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });

/** How long the webhook of a settled payment waited to be queued. */
async function waitOf(payment: Collected): Promise<number> {
  const event = await stack.ctx.db.prisma.webhookEvent.findFirstOrThrow({ where: { subjectId: payment.paymentId } });
  return Number(event.createdAt) - Number((await rowOf(payment)).settledAt);
}

/** Waits until a payment is settled, and does what the wait of a success for its receipt does: it ends. */
async function receiptWaitPasses(payment: Collected): Promise<void> {
  const { settledAt, announceAt } = await until(`${payment.reference} is settled`, async () => {
    const row = await rowOf(payment);
    return row.settledAt ? row : undefined;
  });
  if (!announceAt) return expect(await waitOf(payment)).toBeGreaterThanOrEqual(receiptWaitMs);
  expect(Number(announceAt) - Number(settledAt)).toBeGreaterThanOrEqual(receiptWaitMs);
  const where = { id: payment.paymentId, announceAt };
  await stack.ctx.db.prisma.payment.updateMany({ where, data: { announceAt: new Date() } });
}

/** Does what twenty seconds do: the first rung of the query ladder is reached. */
async function firstRungPasses(payment: Collected): Promise<void> {
  const { createdAt, settledAt, nextQueryAt } = await rowOf(payment);
  const asksAt = Number(settledAt ?? nextQueryAt);
  expect(asksAt - Number(createdAt), 'never before its time').toBeGreaterThan(firstRungMs - 1_000);
  const where = { id: payment.paymentId, nextQueryAt };
  await stack.ctx.db.prisma.payment.updateMany({ where, data: { nextQueryAt: nextQueryAt && new Date() } });
}

describe.sequential('when every callback is lost', () => {
  it('one status read settles the payment before it answers', async () => {
    for (const { paymentId, of } of read) {
      expect(await status(paymentId), of.name).toEqual({
        id: paymentId,
        status: of.success ? 'success' : 'failed',
        providerReceipt: null,
        resultCode: of.resultCode,
        resultDesc: expect.stringMatching(/\S/),
      });
    }
  });

  it('many status reads at once share one question to the provider', async () => {
    const answers = await Promise.all(Array.from({ length: readersAtOnce }, () => status(crowded.paymentId)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['success']));
    const [prompt] = await provider.prompts(crowded.reference);
    expect(prompt?.queries).toBe(1);
  });

  it('the webhook of a failure goes out at once, that of a success after its wait for a receipt, without one', async () => {
    for (const payment of read) {
      if (payment.of.success) await receiptWaitPasses(payment);
      expectWebhook(await webhookOf(payment), payment);
      if (!payment.of.success) {
        expect(await waitOf(payment), 'the commit that settles it also queues its webhook').toBe(0);
      }
    }
  });

  it('without any status read the sweep settles all, on the first rung, and each webhook goes out once', async () => {
    await Promise.all(swept.map(firstRungPasses));
    for (const payment of swept) {
      const { of, paymentId, reference } = payment;
      if (of.success) await receiptWaitPasses(payment);
      expectWebhook(await webhookOf(payment), payment);
      if (!of.success) expect(await waitOf(payment)).toBe(0);
      const [prompt] = await provider.prompts(reference);
      expect(prompt?.queries, 'the first rung is enough').toBe(1);
      expect(await status(paymentId)).toMatchObject({
        status: of.success ? 'success' : 'failed',
        resultCode: of.resultCode,
      });
    }
    await receiptWaitPasses(crowded);
    await calm(stack);
    for (const payment of [...swept, ...read, crowded]) {
      expect(webhooksOf(payment.paymentId).length, payment.reference).toBe(1);
    }
  });
});

describe('when the acknowledgement is lost', () => {
  it('the callback settles the payment, and its key answers 409 indeterminate for ever', async () => {
    await provider.settings({ loseCallbacks: false });
    await stack.startApi(impatient);
    const reference = 'LOSTACK';
    const first = await post(reference, '254700080002', 900);
    expect(first.status).toBe(409);
    expect(first.body).toMatchObject({ code: 'idempotency_indeterminate', indeterminate: true });
    const paymentId = String(first.body.paymentId);
    const settled = await until('the callback settles the payment', async () => {
      const now = await status(paymentId);
      return now.status === 'pending' ? undefined : now;
    });
    const [prompt, ...others] = await provider.prompts(reference);
    expect(others).toEqual([]);
    expect(settled).toMatchObject({ status: 'success', resultCode: 0, providerReceipt: prompt?.outcome?.receipt });

    for (let repeat = 1; repeat <= 5; repeat += 1) {
      const again = await post(reference, '254700080002', 900);
      expect(again.status).toBe(409);
      expect(again.body).toMatchObject({ code: 'idempotency_indeterminate', indeterminate: true, paymentId });
    }
    const otherBody = await post(reference, '254700080002', 901);
    expect(otherBody.status).toBe(409);
    expect(otherBody.body).toMatchObject({ code: 'idempotency_key_reused' });
    expect((await provider.prompts(reference)).length, 'the handset was asked once').toBe(1);
    await until('the webhook', () => webhooksOf(paymentId)[0]);
    expect(webhooksOf(paymentId).map(({ body }) => body.data)).toMatchObject([
      { status: 'success', providerReceipt: prompt?.outcome?.receipt, checkoutRequestId: prompt?.checkoutRequestId },
    ]);
  });
});
