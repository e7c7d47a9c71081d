import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/client.ts';
import { isAuthentic, type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import {
  type BlackHole,
  hasOpenssl,
  opensslSignature,
  selectiveEndpoint,
  startBlackHole,
} from './support/receivers.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** The least pauses before the second and the third attempt. */
const [firstPauseMs, secondPauseMs] = [5_000, 30_000];
const hangingDeliveries = 100;
const cancelledPhone = '254700071032';

let stack: Stack;
const hooks: { close(): Promise<void> }[] = [];
let serial = 0;

type Shop = { key: string; merchant: Awaited<ReturnType<Stack['merchant']>> };

beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 50 } });
  await Promise.all([stack.startApi(), stack.startWorker()]);
});
afterAll(async () => {
  await stack.close();
  for (const hook of hooks) await hook.close();
});

async function shop(): Promise<Shop> {
  const merchant = await stack.merchant();
  return { merchant, key: merchant.key().key };
}

async function receiver(status?: () => number): Promise<MerchantHook> {
  const hook = await startMerchantHook(status);
  hooks.push(hook);
  return hook;
}

async function pay({ key }: Shop, phone?: string): Promise<{ paymentId: string; reference: string }> {
  serial += 1;
  const reference = `W${serial}`;
  const body = {
    amount: 100 + serial,
    phone: phone ?? `2547110${String(serial).padStart(5, '0')}`,
    accountReference: reference,
  };
  const answer = await call(`${stack.baseUrl}/collect`, key, { method: 'POST', body, idempotencyKey: reference });
  expect(answer.status).toBe(202);
  return { paymentId: String(answer.body.paymentId), reference };
}

const orUndefined = <T>(row: T | null): T | undefined => row ?? undefined;
const received = (hook: MerchantHook, reference: string) =>
  hook.received.filter(({ body }) => body.data.accountRef === reference);
const arrival = (hook: MerchantHook, reference: string, count = 1) =>
  until(`POST ${count} of ${reference}`, () => received(hook, reference)[count - 1]);

describe.concurrent('a webhook', () => {
  it('leaves because of the callback', async () => {
    const buyer = await shop();
    const hook = await receiver();
    await stack.endpoint(buyer.merchant, hook.url);
    for (let n = 1; n <= 5; n += 1) {
      const { reference } = await pay(buyer);
      await arrival(hook, reference);
    }
  });

  it.skipIf(!hasOpenssl)('is verified by the plain openssl command on its raw body', async () => {
    const buyer = await shop();
    const hook = await receiver();
    const { secret } = await stack.endpoint(buyer.merchant, hook.url);
    for (const phone of [undefined, cancelledPhone]) {
      const { reference } = await pay(buyer, phone);
      const webhook = await arrival(hook, reference);
      expect(webhook.signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
      expect(webhook.signature.split('v1=')[1]).toBe(opensslSignature(webhook, secret));
      expect(opensslSignature({ ...webhook, rawBody: `${webhook.rawBody} ` }, secret)).not.toBe(
        webhook.signature.split('v1=')[1],
      );
    }
  });

  it('goes only to endpoints that want its event', async () => {
    const buyer = await shop();
    const [everything, failures, successes] = [await receiver(), await receiver(), await receiver()];
    await stack.endpoint(buyer.merchant, everything.url);
    await selectiveEndpoint(stack, buyer.merchant, failures.url, ['payment.failed']);
    await selectiveEndpoint(stack, buyer.merchant, successes.url, ['payment.success']);
    const good = await pay(buyer);
    const bad = await pay(buyer, cancelledPhone);
    for (const { reference } of [good, bad]) await arrival(everything, reference);
    expect((await arrival(successes, good.reference)).event).toBe('payment.success');
    expect((await arrival(failures, bad.reference)).event).toBe('payment.failed');
    expect(received(successes, bad.reference)).toEqual([]);
    expect(received(failures, good.reference)).toEqual([]);
    const ids = [everything, failures, successes].flatMap((hook) => hook.received.map(({ id }) => id));
    expect(new Set(ids).size, 'each delivery has an id of its own').toBe(4);
  });

  it('is not sent again to an endpoint that answered 410', async () => {
    const buyer = await shop();
    const [gone, alive] = [await receiver(() => 410), await receiver()];
    const { endpointId } = await stack.endpoint(buyer.merchant, gone.url);
    await stack.endpoint(buyer.merchant, alive.url);
    const before = await pay(buyer);
    await arrival(gone, before.reference);
    const { prisma } = stack.ctx.db;
    await until('the endpoint is disabled', async () => {
      const { status } = await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
      return status === 'disabled' || undefined;
    });
    const after = await pay(buyer);
    await arrival(alive, after.reference);
    const deliveries = await prisma.webhookDelivery.findMany({ where: { endpointId }, include: { event: true } });
    expect(deliveries.map(({ event, status }) => [event.subjectId, status])).toEqual([[before.paymentId, 'cancelled']]);
    expect(gone.received.length).toBe(1);
  });

  it('comes again after an answer of 500, on its schedule, under the same id and with a new signature', async () => {
    const buyer = await shop();
    const answers = [500, 500, 200];
    const hook: MerchantHook = await receiver(() => answers[hook.received.length - 1] ?? 200);
    const { secret } = await stack.endpoint(buyer.merchant, hook.url);
    const { reference, paymentId } = await pay(buyer);
    await arrival(hook, reference, 2);
    const { prisma } = stack.ctx.db;
    const waiting = await until('the second attempt is on record', async () =>
      prisma.webhookDelivery
        .findFirst({ where: { event: { subjectId: paymentId }, attemptCount: 2 } })
        .then(orUndefined),
    );
    const [first, second] = received(hook, reference).map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(firstPauseMs - 300);
    expect(Number(waiting.nextAttemptAt) - (second ?? 0)).toBeGreaterThan(secondPauseMs - 300);
    // What half a minute does: the third attempt is due, and so late that the sweep looks for it.
    await prisma.webhookDelivery.update({ where: { id: waiting.id }, data: { nextAttemptAt: new Date(0) } });
    const third = await arrival(hook, reference, 3);
    const posts = received(hook, reference);
    expect(new Set(posts.map(({ id }) => id)).size).toBe(1);
    expect(new Set(posts.map(({ rawBody }) => rawBody)).size).toBe(1);
    expect(posts.every((post) => isAuthentic(post, secret))).toBe(true);
    expect(posts[1]?.signature, 'a new t, 5 s later').not.toBe(posts[0]?.signature);
    const attempts = await until('all attempts are on record', async () => {
      const rows = await prisma.webhookAttempt.findMany({
        where: { delivery: { event: { subjectId: paymentId } } },
        orderBy: { number: 'asc' },
      });
      return rows.length === 3 ? rows : undefined;
    });
    expect(attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual([
      [1, 500],
      [2, 500],
      [3, 200],
    ]);
    const delivery = await prisma.webhookDelivery.findUniqueOrThrow({ where: { id: third.id } });
    expect(delivery).toMatchObject({ status: 'delivered', attemptCount: 3, nextAttemptAt: null });
  });
});

describe('endpoints that never answer', () => {
  it.each([
    [1, 1],
    [1, 16],
    [5, 4],
  ])(
    'do not hold up the webhooks of another merchant (%i merchants with %i endpoints each)',

    async (merchants, endpoints) => {
      const holes: BlackHole[] = [];
      const stuck = await Promise.all(Array.from({ length: merchants }, shop));
      for (const { merchant } of stuck) {
        for (let n = 1; n <= endpoints; n += 1) {
          const hole = await startBlackHole();
          hooks.push(hole);
          holes.push(hole);
          await stack.endpoint(merchant, hole.url);
        }
      }
      const other = await shop();
      const hook = await receiver();
      await stack.endpoint(other.merchant, hook.url);
      const paymentsEach = Math.ceil(hangingDeliveries / endpoints / merchants);
      await Promise.all(stuck.flatMap((one) => Array.from({ length: paymentsEach }, () => pay(one))));
      const { prisma } = stack.ctx.db;
      const applicationId = { in: stuck.map(({ merchant }) => merchant.applicationId) };
      await until('the deliveries hang', async () => {
        const due = await prisma.webhookDelivery.count({ where: { status: 'due', endpoint: { applicationId } } });
        return (due >= hangingDeliveries && holes.some((hole) => hole.hanging() > 0)) || undefined;
      });
      const { reference } = await pay(other);
      await arrival(hook, reference);
      const attempted = { attemptCount: { gt: 0 }, endpoint: { applicationId } };
      const overtaken = hangingDeliveries - (await prisma.webhookDelivery.count({ where: attempted }));
      expect(overtaken, 'deliveries that were queued before it and were not attempted yet').toBeGreaterThan(0);
    },
  );
});
