import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSeed, killTimes, randomFrom } from './support/chaos.ts';
import { type Answer, call } from './support/client.ts';
import { merchantWithInitiator } from './support/initiator.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { type MoneyOutView, viewMoneyOut } from './support/money-out-view.ts';
import { testMs } from './support/patience.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** TILLGATE_LONG_TESTS=1 makes many more rounds of it; TILLGATE_SEED plays one again. */
const long = process.env.TILLGATE_LONG_TESTS === '1';
const kills = long ? 350 : 3;
const clients = 8;
const pauseMs = long ? 1_500 : 200;
/** The provider must remember every request: a forgotten one could be the second. */
const requestsMax = 100_000;
const tokenRefused = '401.002.01';

let stack: Stack;
let hook: MerchantHook;
let provider: MoneyOutView;
beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 100, requestsMax }, repeatHooks: true });
  hook = await startMerchantHook();
  provider = viewMoneyOut(stack.provider);
});
afterAll(async () => {
  await stack.close();
  await hook.close();
});

type Asked = { amount: number; phone: string };

/**
 * Repeats under the same key while nobody is there, or somebody is at it: what a merchant is told to do. A killed
 * request holds its key for 90 seconds, and another kill may follow.
 */
function payOutUntilAnswered(key: string, body: Asked, idempotencyKey: string): Promise<Answer> {
  return until(
    `an answer to ${idempotencyKey}`,
    async () => {
      const answer = await call(`${stack.baseUrl}/payout`, key, { method: 'POST', body, idempotencyKey }).catch(
        () => undefined,
      );
      if (answer?.status === 503 || answer?.body.code === 'idempotency_in_flight') return undefined;
      return answer;
    },
    testMs,
  );
}

async function expectNothingSentTwice(asked: Map<string, Asked>): Promise<void> {
  const { count, requests } = await provider.payoutRequests();
  expect(requests.length, 'the log of the provider is whole').toBe(count);
  // A refused token proves that nothing was done; such a request is the only one that may be sent again.
  const heard = requests.filter(({ errorCode }) => errorCode !== tokenRefused);
  const ids = heard.map(({ originatorConversationId }) => originatorConversationId);
  expect(new Set(ids).size, 'a second request under one OriginatorConversationID').toBe(ids.length);
  const orders = heard.map(({ phone, amount }) => `${phone} ${amount}`);
  expect(new Set(orders).size, 'a second request for one key').toBe(orders.length);
  const wanted = new Set([...asked.values()].map(({ phone, amount }) => `${phone} ${amount}`));
  expect(orders.filter((order) => !wanted.has(order))).toEqual([]);
}

it('kill -9 of api, worker or both at any moment never pays out twice, and loses no result', {
  timeout: long ? 1_800_000 : 2 * testMs,
}, async () => {
  const random = randomFrom(chooseSeed());
  const merchant = await merchantWithInitiator(stack);
  const { key } = merchant.key();
  await stack.endpoint(merchant, hook.url);

  let isOver = false;
  const asked = new Map<string, Asked>();
  const answers = new Map<string, Answer>();
  const payer = async () => {
    while (!isOver) {
      const n = asked.size;
      const idempotencyKey = `wages ${n}`;
      const body = { amount: 10 + (n % 1_000), phone: `2547121${String(n).padStart(5, '0')}` };
      asked.set(idempotencyKey, body);
      answers.set(idempotencyKey, await payOutUntilAnswered(key, body, idempotencyKey));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const paying = Promise.all(Array.from({ length: clients }, payer));
  paying.catch(() => undefined);
  await killTimes(stack, kills, random).finally(() => {
    isOver = true;
  });
  await paying;

  await expectNothingSentTwice(asked);
  const payouts = await provider.payouts();
  const executedIds = payouts.map(({ originatorConversationId }) => originatorConversationId).sort();
  for (const { status, body } of answers.values()) {
    // 202: the money is out. 409: it may be out. Nothing else may come of a sound request.
    if (status === 202) expect(executedIds).toContain(body.disbursementId);
    else expect([status, body.code], JSON.stringify(body)).toEqual([409, 'idempotency_indeterminate']);
  }

  const { prisma } = stack.ctx.db;
  const where = { applicationId: merchant.applicationId };
  await expect
    .poll(async () =>
      (await prisma.disbursement.findMany({ where: { ...where, status: 'success' } })).map(({ id }) => id).sort(),
    )
    .toEqual(executedIds);
  await expect
    .poll(() => [...new Set(hook.received.map(({ body }) => body.data.disbursementId))].sort())
    .toEqual(executedIds);
  expect(await prisma.disbursement.count({ where: { ...where, status: 'failed' } })).toBe(0);
  const truth = new Map(payouts.map((payout) => [payout.originatorConversationId, payout]));
  for (const { event, body } of hook.received) {
    expect(event).toBe('payout.result');
    const payout = truth.get(String(body.data.disbursementId));
    expect(body.data).toMatchObject({
      status: 'success',
      amount: payout?.amount,
      phone: payout?.phone,
      conversationId: payout?.conversationId,
      providerReceipt: payout?.outcome?.receipt,
    });
  }
  const deliveries = new Set(hook.received.map(({ id }) => id));
  expect(deliveries.size, 'one delivery id per payout, however often it came').toBe(executedIds.length);
  await expectNothingSentTwice(asked);
  console.log(
    `${kills} kills, ${asked.size} requests, ${payouts.length} payouts, ${hook.received.length} webhook posts, ` +
      `${[...answers.values()].filter(({ status }) => status === 409).length} indeterminate answers`,
  );
});
