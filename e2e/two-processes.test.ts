import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, collectUntilAnswered } from './support/client.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import type { Program } from './support/program.ts';
import { type ProviderView, viewProvider } from './support/provider-view.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const duplicates = 100;
const tokensMax = 3;
const slowAckPhone = '254700080013';

let stack: Stack;
let hook: MerchantHook;
let provider: ProviderView;
let key: string;
let apis: Program[];
let workers: Program[];
let serial = 0;
const references: string[] = [];

beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 100, slowAckMs: 1_500 }, repeatHooks: true });
  hook = await startMerchantHook();
  provider = viewProvider(stack.provider);
  const merchant = await stack.merchant();
  key = merchant.key().key;
  await stack.endpoint(merchant, hook.url);
  apis = [await stack.startApi(), await stack.startApi()];
  stack.front.pointTo(apis.map(({ port }) => port));
  // The first one has work to do before the second starts, so it is the active one.
  workers = [await stack.startWorker()];
  await arrival((await pay()).reference);
  workers.push(await stack.startWorker());
});
afterAll(async () => {
  await stack.close();
  await hook.close();
});

function next(phone?: string) {
  serial += 1;
  const reference = `T${serial}`;
  references.push(reference);
  return {
    reference,
    body: {
      amount: 100 + serial,
      phone: phone ?? `2547120${String(serial).padStart(5, '0')}`,
      accountReference: reference,
    },
  };
}

async function pay(phone?: string): Promise<{ reference: string; answer: Answer }> {
  const { reference, body } = next(phone);
  const answer = await collectUntilAnswered(stack.baseUrl, key, body, reference);
  expect(answer.status).toBe(202);
  return { reference, answer };
}

const posts = (reference: string) => hook.received.filter(({ body }) => body.data.accountRef === reference);
const arrival = (reference: string) => until(`the webhook of ${reference}`, () => posts(reference)[0]);

const pushes = async (reference: string) =>
  (await provider.requests()).requests.filter(
    ({ path, accountReference }) => path.endsWith('/processrequest') && accountReference === reference,
  );

/** Sends SIGTERM, and fails when the process ends with another code than 0. */
async function stopped(program: Program): Promise<void> {
  expect(await program.stop()).toBe(0);
}

describe.sequential('two api processes and two workers on one database', () => {
  it.each([
    ['an ordinary push', undefined],
    ['a push whose answer takes a while', slowAckPhone],
  ])('a hundred identical requests under one key make one push (%s)', async (_, phone) => {
    const { reference, body } = next(phone);
    const init = { method: 'POST', body, idempotencyKey: reference };
    const answers = await Promise.all(
      Array.from({ length: duplicates }, () => call(`${stack.baseUrl}/collect`, key, init)),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    const busy = answers.filter(({ status }) => status !== 202);
    expect(accepted.length).toBeGreaterThan(0);
    expect(new Set(accepted.map((answer) => JSON.stringify(answer.body))).size, 'one answer for all').toBe(1);
    for (const answer of busy) {
      expect([409, 429]).toContain(answer.status);
      expect(['idempotency_in_flight', 'rate_limited']).toContain(answer.body.code);
      expect(answer.body.retryAfterSeconds).toBeGreaterThan(0);
    }
    expect((await pushes(reference)).length).toBe(1);
    expect(await collectUntilAnswered(stack.baseUrl, key, body, reference)).toEqual(accepted[0]);
    await arrival(reference);
  });

  it('a hundred different payments at once, over both, make a hundred pushes', async () => {
    const paid = await Promise.all(Array.from({ length: 100 }, () => pay()));
    expect(new Set(paid.map(({ answer }) => answer.body.paymentId)).size).toBe(100);
    for (const { reference } of paid) await arrival(reference);
  });

  it('kill -9 of the active worker: the standby delivers, and nothing is lost', async () => {
    const [active, standby] = workers;
    if (!active || !standby) throw new Error('two workers are needed');
    const before = await Promise.all(Array.from({ length: 20 }, () => pay()));
    await active.kill();
    const after = await pay();
    await arrival(after.reference);
    for (const { reference } of before) await arrival(reference);
    workers = [standby, await stack.startWorker()];
  });

  it('SIGTERM of an api: a request in flight is answered, the process ends with 0, the other one serves', async () => {
    const [leaving, staying] = apis;
    if (!leaving || !staying) throw new Error('two apis are needed');
    stack.front.pointTo([leaving.port]);
    const { reference, body } = next(slowAckPhone);
    const inFlight = call(`${stack.baseUrl}/collect`, key, { method: 'POST', body, idempotencyKey: reference });
    await until('the push is out', async () => ((await pushes(reference)).length === 1 ? true : undefined));
    const stopping = stopped(leaving);
    stack.front.pointTo([staying.port]);
    const answer = await inFlight;
    expect(answer.status).toBe(202);
    await stopping;
    expect(await collectUntilAnswered(stack.baseUrl, key, body, reference), 'the other one replays it').toEqual(answer);
    await arrival(reference);
    apis = [staying, await stack.startApi()];
    stack.front.pointTo(apis.map(({ port }) => port));
  });

  it('SIGTERM of api and worker under traffic ends both with 0 and loses nothing', async () => {
    const [leavingApi, stayingApi] = apis;
    const [activeWorker, otherWorker] = workers;
    if (!leavingApi || !stayingApi || !activeWorker || !otherWorker) throw new Error('two of each are needed');
    const pushed = (await provider.allPrompts()).length;
    const shopping = Promise.all(Array.from({ length: 40 }, () => pay()));
    await until('the traffic has begun', async () =>
      (await provider.allPrompts()).length > pushed + 3 ? true : undefined,
    );
    await Promise.all([stopped(leavingApi), stopped(activeWorker)]);
    stack.front.pointTo([stayingApi.port]);
    const paid = await shopping;
    for (const { reference } of paid) await arrival(reference);
    await Promise.all([stopped(stayingApi), stopped(otherWorker)]);
  });

  it('over all of it: one push and one delivery per payment, and a handful of access tokens', async () => {
    const prompts = (await provider.allPrompts()).map(({ accountReference }) => accountReference);
    expect(prompts.sort()).toEqual([...references].sort());
    for (const reference of references) {
      expect(new Set(posts(reference).map(({ id }) => id)).size, reference).toBe(1);
    }
    expect(await provider.tokensIssued()).toBeLessThanOrEqual(tokensMax);
  });
});
