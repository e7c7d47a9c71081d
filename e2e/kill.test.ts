import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSeed, killTimes, randomFrom } from './support/chaos.ts';
import { collectUntilAnswered } from './support/client.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { testMs } from './support/patience.ts';
import { viewProvider } from './support/provider-view.ts';
import { createStack, type Stack } from './support/stack.ts';

/** TILLGATE_LONG_TESTS=1 makes many more rounds of it. */
const long = process.env.TILLGATE_LONG_TESTS === '1';
const kills = long ? 350 : 3;
const clients = 8;
const pauseMs = long ? 1_500 : 200;
/** The provider must remember every prompt: a forgotten one could be the second. */
const promptsMax = 100_000;

let stack: Stack;
let hook: MerchantHook;
beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 100, promptsMax }, repeatHooks: true });
  hook = await startMerchantHook();
});
afterAll(async () => {
  await stack.close();
  await hook.close();
});

it('kill -9 of api, worker or both at any moment loses no payment and no webhook, and never pushes twice', {
  timeout: long ? 1_800_000 : 2 * testMs,
}, async () => {
  const random = randomFrom(chooseSeed());
  const merchant = await stack.merchant();
  const { key } = merchant.key();
  await stack.endpoint(merchant, hook.url);
  let isOver = false;
  let next = 0;
  const answers = new Map<string, number>();
  const shop = async () => {
    while (!isOver) {
      const n = next;
      next += 1;
      const reference = `P${n}`;
      const body = {
        amount: 1 + (n % 1_000),
        phone: `2547121${String(n).padStart(5, '0')}`,
        accountReference: reference,
      };
      answers.set(reference, (await collectUntilAnswered(stack.baseUrl, key, body, reference)).status);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const shopping = Promise.all(Array.from({ length: clients }, shop));
  shopping.catch(() => undefined);
  await killTimes(stack, kills, random).finally(() => {
    isOver = true;
  });
  await shopping;

  const prompts = await viewProvider(stack.provider).allPrompts();
  const references = prompts.map((prompt) => prompt.accountReference);
  expect(new Set(references).size, 'a second push for one key').toBe(references.length);
  // 202: the prompt is out. 409: it may be out. Nothing else may come of a sound request.
  expect([...new Set(answers.values())].every((status) => status === 202 || status === 409)).toBe(true);
  for (const [reference, status] of answers) if (status === 202) expect(references).toContain(reference);

  const { prisma } = stack.ctx.db;
  const where = { applicationId: merchant.applicationId };
  await expect
    .poll(async () =>
      (await prisma.payment.findMany({ where: { ...where, status: 'success' } })).map((row) => row.accountRef).sort(),
    )
    .toEqual([...references].sort());
  await expect
    .poll(() => [...new Set(hook.received.map(({ body }) => body.data.accountRef))].sort())
    .toEqual([...references].sort());
  for (const { event, body } of hook.received) {
    expect(event).toBe('payment.success');
    const row = await prisma.payment.findUniqueOrThrow({ where: { id: String(body.data.paymentId) } });
    expect(body.data).toMatchObject({ amount: row.amount, accountRef: row.accountRef });
    if (body.data.providerReceipt === row.providerReceipt) continue;
    // A success that a query saw is announced without a receipt when no callback came for 15 s.
    expect(body.data.providerReceipt, 'another receipt than the payment has').toBeNull();
    expect(row.settledBy).toBe('query');
  }
  const ids = new Map(hook.received.map(({ id, body }) => [id, body.data.paymentId]));
  expect(ids.size, 'one delivery id per payment, however often it came').toBe(references.length);
  console.log(
    `${kills} kills, ${answers.size} requests, ${references.length} prompts, ${hook.received.length} webhook posts`,
  );
});
