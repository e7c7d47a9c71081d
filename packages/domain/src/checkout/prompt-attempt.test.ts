import { readFile } from 'node:fs/promises';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { later } from '../kernel/time.ts';
import { endLink, listWaiting } from '../links/index.ts';
import { type TestContext, testContext } from '../testing/index.ts';
import {
  attempted,
  attemptOf,
  type CheckoutShop,
  checkoutShop,
  elsewhere,
  madeLink,
  newPhone,
} from './checkout.fixture.ts';
import { createAttemptDrain, promptAttempt } from './index.ts';
import { attemptKey } from './prompt-attempt.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const races = process.env.TILLGATE_LONG_TESTS === '1' ? 1_000 : 25;
/** Sends all that waits, and waits for it. */
async function drained(worker: CheckoutShop['worker']): Promise<void> {
  const drain = createAttemptDrain(worker);
  await drain.run();
  await drain.close();
}
/** How keys of waiting attempts got their sign. */
const keysOfAttempts = new URL(
  '../../../db/prisma/migrations/20261130090100_keys_of_attempts/migration.sql',
  import.meta.url,
);
const outage = () => Object.assign(new Error('the connection ended'), { code: 'ECONNRESET' });

describe('an attempt', () => {
  it('becomes one prompt with the words of its link, and is handed over with its payment', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { title: 'Two blue mugs', accountReference: 'INV-9' });
    const phone = newPhone();
    const id = await attempted(own, linkId, { phone });
    await drained(own.worker);
    const attempt = await attemptOf(own, id);
    expect(attempt).toMatchObject({ state: 'handed', refusal: null, claimedUntil: null });
    const payment = await base.db.prisma.payment.findUniqueOrThrow({ where: { id: attempt.paymentId ?? '' } });
    expect(payment).toMatchObject({
      source: 'stk',
      status: 'pending',
      amount: 500,
      phone,
      accountRef: 'INV-9',
      description: 'Two blue mugs',
    });
    expect(own.worker.provider.pushes.calls).toHaveLength(1);
    await drained(own.worker);
    expect(own.worker.provider.pushes.calls).toHaveLength(1);
  });

  it('of a link for many has a reference of its own, the same when it is taken up again', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { kind: 'many', referencePrefix: 'TEA' });
    const ids = [await attempted(own, linkId), await attempted(own, linkId)];
    await drained(own.worker);
    const references = own.worker.provider.pushes.calls.map(({ request }) => request.accountRef);
    expect(references).toEqual([
      expect.stringMatching(/^TEA-[2-9A-Z]{7}$/),
      expect.stringMatching(/^TEA-[2-9A-Z]{7}$/),
    ]);
    expect(new Set(references).size).toBe(ids.length);
  });

  it('is sent once, however many workers take it at the same time', async () => {
    const own = await checkoutShop(base);
    const id = await attempted(own, await madeLink(own));
    await Promise.all(Array.from({ length: 6 }, () => promptAttempt(elsewhere(own.worker), id)));
    expect(own.worker.provider.pushes.calls).toHaveLength(1);
    expect((await attemptOf(own, id)).state).toBe('handed');
  });

  it('whose prompt the provider refuses or does not answer has its payment all the same', async () => {
    const own = await checkoutShop(base);
    own.worker.provider.pushes.answer(
      { kind: 'rejected', by: 'provider', code: '500.001.1001', description: 'No.' },
      { kind: 'unknown', cause: 'timeout' },
    );
    const ids = [await attempted(own, await madeLink(own)), await attempted(own, await madeLink(own))];
    for (const id of ids) await promptAttempt(own.worker, id);
    const attempts = await Promise.all(ids.map((id) => attemptOf(own, id)));
    expect(attempts.map(({ state }) => state)).toEqual(['handed', 'handed']);
    const payments = await base.db.prisma.payment.findMany({
      where: { id: { in: attempts.map(({ paymentId }) => paymentId ?? '') } },
      orderBy: { id: 'asc' },
    });
    expect(payments.map(({ status }) => status)).toEqual(['failed', 'pending']);
  });
});

describe('after a crash', () => {
  it('before the prompt, another worker sends it; after it, another one finds its payment', async () => {
    const own = await checkoutShop(base);
    const id = await attempted(own, await madeLink(own));
    const stopped = {
      ...own.worker,
      accounts: async () => {
        throw outage();
      },
    };
    await expect(promptAttempt(stopped, id)).rejects.toThrow('ended');
    expect(await attemptOf(own, id)).toMatchObject({ state: 'waiting', promptAt: expect.any(Date) });
    base.clock.advance(11);
    await promptAttempt(elsewhere(own.worker), id);
    const { paymentId } = await attemptOf(own, id);
    expect(paymentId).not.toBeNull();
    // As if the worker had died between the prompt and its last word.
    await base.db.prisma.linkAttempt.update({
      where: { id },
      data: { state: 'waiting', paymentId: null, endedAt: null, claimedUntil: null },
    });
    await promptAttempt(elsewhere(own.worker), id);
    expect(await attemptOf(own, id)).toMatchObject({ state: 'handed', paymentId });
    expect(own.worker.provider.pushes.calls).toHaveLength(1);
  });

  it('with a key of an earlier release, its prompt is found again', async () => {
    const own = await checkoutShop(base);
    const id = await attempted(own, await madeLink(own));
    await promptAttempt(own.worker, id);
    const { paymentId } = await attemptOf(own, id);
    await base.db.prisma.linkAttempt.update({
      where: { id },
      data: { state: 'waiting', paymentId: null, endedAt: null, claimedUntil: null },
    });
    const old = { key: `attempt:${id}`, fingerprint: `attempt:${id}` };
    await base.db.prisma.idempotencyRecord.updateMany({ where: { key: attemptKey(id) }, data: old });
    await base.db.pool.query(await readFile(keysOfAttempts, 'utf8'));
    await promptAttempt(elsewhere(own.worker), id);
    expect(await attemptOf(own, id)).toMatchObject({ state: 'handed', paymentId });
    expect(own.worker.provider.pushes.calls).toHaveLength(1);
  });

  it('an attempt that is too old is stale, and a worker that slept sends nothing for it', async () => {
    const own = await checkoutShop(base);
    const id = await attempted(own, await madeLink(own));
    let wake: () => void = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const sleeper = {
      ...elsewhere(own.worker),
      // The key is not claimed yet.
      db: {
        ...own.worker.db,
        transaction: async (...given: Parameters<typeof own.worker.db.transaction>) => {
          const result = await own.worker.db.transaction(...given);
          await asleep;
          return result;
        },
      } as typeof own.worker.db,
    };
    const sleeping = promptAttempt(sleeper, id);
    await expect.poll(async () => (await attemptOf(own, id)).claimedUntil).not.toBeNull();
    base.clock.advance(61);
    await drained(own.worker);
    expect(await attemptOf(own, id)).toMatchObject({ state: 'stale', promptAt: null, paymentId: null });
    wake();
    await sleeping;
    expect(own.worker.provider.pushes.calls).toEqual([]);
    expect((await attemptOf(own, id)).state).toBe('stale');
    expect(await base.db.prisma.payment.count({ where: own.shop.tenant })).toBe(0);
  });

  it('an old attempt that was prompted is handed over, however late', async () => {
    const own = await checkoutShop(base);
    const id = await attempted(own, await madeLink(own));
    await promptAttempt(own.worker, id);
    const { paymentId } = await attemptOf(own, id);
    await base.db.prisma.linkAttempt.update({
      where: { id },
      data: { state: 'waiting', paymentId: null, endedAt: null, claimedUntil: null },
    });
    base.clock.advance(600);
    await drained(elsewhere(own.worker));
    expect(await attemptOf(own, id)).toMatchObject({ state: 'handed', paymentId });
  });
});

describe('a worker that takes over a decision', () => {
  /** As it is left by a worker that decided, and was killed before it claimed the key. */
  const left = (id: string) =>
    base.db.prisma.linkAttempt.update({
      where: { id },
      data: { promptAt: later(base.clock.now(), -14_000), claimedUntil: later(base.clock.now(), -4_000) },
    });

  it('decides again: the link may have ended meanwhile', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const [ended, open] = [await attempted(own, linkId), await attempted(own, await madeLink(own))];
    for (const id of [ended, open]) await left(id);
    await endLink(own.shop, { linkId });
    for (const id of [ended, open]) await promptAttempt(own.worker, id);
    expect(await attemptOf(own, ended)).toMatchObject({ state: 'refused', refusal: 'link_ended', promptAt: null });
    expect(await attemptOf(own, open)).toMatchObject({ state: 'handed' });
    expect(own.worker.provider.pushes.calls).toHaveLength(1);
  });

  it('refuses what the other one, who was only slow, does not send then', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const id = await attempted(own, linkId);
    let wake: () => void = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const slow = {
      ...elsewhere(own.worker),
      db: {
        ...own.worker.db,
        transaction: async (...given: Parameters<typeof own.worker.db.transaction>) => {
          const result = await own.worker.db.transaction(...given);
          await asleep;
          return result;
        },
      } as typeof own.worker.db,
    };
    const sending = promptAttempt(slow, id);
    await expect.poll(async () => (await attemptOf(own, id)).claimedUntil).not.toBeNull();
    base.clock.advance(11);
    await endLink(own.shop, { linkId });
    await promptAttempt(own.worker, id);
    wake();
    await sending;
    expect(await attemptOf(own, id)).toMatchObject({ state: 'refused', refusal: 'link_ended' });
    expect(own.worker.provider.pushes.calls).toEqual([]);
  });

  it('does not decide again about a prompt that was sent', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const id = await attempted(own, linkId);
    await promptAttempt(own.worker, id);
    const { paymentId } = await attemptOf(own, id);
    await base.db.prisma.linkAttempt.update({
      where: { id },
      data: { state: 'waiting', paymentId: null, endedAt: null, claimedUntil: null },
    });
    await endLink(own.shop, { linkId });
    await promptAttempt(elsewhere(own.worker), id);
    expect(await attemptOf(own, id)).toMatchObject({ state: 'handed', paymentId });
  });
});

describe('prompts that the provider does not answer', () => {
  it('keep nobody waiting but attempts of the same application, and those only when there are many', async () => {
    const [own, other] = [await checkoutShop(base), await checkoutShop(base)];
    const drain = createAttemptDrain(own.worker);
    const held = Array.from({ length: 20 }, () => own.worker.provider.pushes.hold());
    const hanging = await Promise.all(held.map(async () => attempted(own, await madeLink(own))));
    await drain.run();
    await Promise.all(held.map(({ arrived }) => arrived));
    const [next, foreign] = [await attempted(own, await madeLink(own)), await attempted(other, await madeLink(other))];
    await drain.run();
    await expect.poll(async () => (await attemptOf(other, foreign)).state).toBe('handed');
    expect((await attemptOf(own, next)).state).toBe('waiting');
    for (const one of held) one.answer({ kind: 'unknown', cause: 'timeout' });
    // It has a place now, and nobody has to wake the drain.
    await expect.poll(async () => (await attemptOf(own, next)).state).toBe('handed');
    await drain.close();
    const states = await Promise.all(hanging.map(async (id) => (await attemptOf(own, id)).state));
    expect(new Set(states)).toEqual(new Set(['handed']));
  });

  it('and forms of strangers on one link come after the first of every other shop', async () => {
    const own = await checkoutShop(base);
    const flooded = await madeLink(own);
    const at = base.clock.now();
    for (let n = 0; n < 30; n += 1) await attempted(own, flooded, { createdAt: later(at, -1_000 + n) });
    const others = await Promise.all([checkoutShop(base), checkoutShop(base)]);
    const firsts: string[] = [];
    for (const other of others) firsts.push(await attempted(other, await madeLink(other), { createdAt: at }));
    const slice = { except: [], exceptApplications: [], exceptLinks: [], ofApplicationMax: 20, ofLinkMax: 3 };
    const found = await listWaiting(base.db.pool, at, { ...slice, limit: 3 });
    expect(found.map(({ id }) => id).slice(1)).toEqual(firsts);
    const all = await listWaiting(base.db.pool, at, { ...slice, limit: 100 });
    expect(all.filter(({ linkId }) => linkId === flooded)).toHaveLength(3);
    const rest = { ...slice, limit: 100, exceptLinks: [flooded], except: firsts.slice(0, 1) };
    expect((await listWaiting(base.db.pool, at, rest)).map(({ id }) => id)).toEqual(firsts.slice(1));
    await drained(own.worker);
  });
});

describe('no prompt', () => {
  it('on a link that ended, of a suspended shop, or for another amount', async () => {
    const own = await checkoutShop(base);
    const ended = await madeLink(own);
    await endLink(own.shop, { linkId: ended });
    const ids = [await attempted(own, ended), await attempted(own, await madeLink(own), { amount: 499 })];
    await drained(own.worker);
    const { organizationId } = await base.db.prisma.application.findUniqueOrThrow({
      where: { id: own.shop.tenant.applicationId },
    });
    await base.db.prisma.organization.update({
      where: { id: organizationId },
      data: { suspendedAt: base.clock.now(), suspensionReason: 'fraud' },
    });
    ids.push(await attempted(own, await madeLink(own)));
    await drained(own.worker);
    const refusals = await Promise.all(ids.map(async (id) => (await attemptOf(own, id)).refusal));
    expect(refusals).toEqual(['link_ended', 'amount_changed', 'unavailable']);
    expect(own.worker.provider.pushes.calls).toEqual([]);
  });

  it('beyond the limit of the phone at the API, and to a number that is stopped', async () => {
    const own = await checkoutShop(base);
    const full = {
      ...own.worker,
      phoneLimit: {
        consume: async () => ({ allowed: false, limit: 5, remaining: 0, windowSeconds: 60, resetSeconds: 30 }),
        refund: async () => {},
      },
    };
    const id = await attempted(own, await madeLink(own));
    await promptAttempt(full, id);
    const attempt = await attemptOf(own, id);
    expect(attempt).toMatchObject({ state: 'refused', refusal: 'too_many', promptAt: null });
    expect(attempt.retryAt?.getTime()).toBe(base.clock.now().getTime() + 30_000);
    const stopped = await attempted(own, await madeLink(own));
    const guard = { ...own.worker.guard, stopList: { has: async () => true } };
    await promptAttempt({ ...own.worker, guard }, stopped);
    expect((await attemptOf(own, stopped)).refusal).toBe('stopped');
    expect(own.worker.provider.pushes.calls).toEqual([]);
  });

  it('while one of a link for one order has no outcome; after a failure there is another', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const [first, second, third] = [
      await attempted(own, linkId),
      await attempted(own, linkId),
      await attempted(own, linkId),
    ];
    await promptAttempt(own.worker, first);
    await promptAttempt(own.worker, second);
    expect((await attemptOf(own, second)).refusal).toBe('payment_open');
    const { paymentId } = await attemptOf(own, first);
    await base.db.prisma.payment.update({
      where: { id: paymentId ?? '' },
      data: {
        status: 'failed',
        resultCode: '1032',
        resultDesc: 'no',
        settledBy: 'callback',
        settledAt: base.clock.now(),
        nextQueryAt: null,
      },
    });
    await promptAttempt(own.worker, third);
    expect((await attemptOf(own, third)).state).toBe('handed');
  });
});

it.each([
  ['MSISDN not found', 'handed'],
  ['No PIN entered', 'refused'],
])('two prompts of another shop that ended with %s leave one of this shop %s', async (resultDesc, state) => {
  const other = await checkoutShop(base);
  const phone = newPhone();
  for (const id of [
    await attempted(other, await madeLink(other), { phone }),
    await attempted(other, await madeLink(other), { phone }),
  ]) {
    await promptAttempt(other.worker, id);
    const ended = { settledBy: 'push', settledAt: base.clock.now(), nextQueryAt: null } as const;
    await base.db.prisma.payment.update({
      where: { id: (await attemptOf(other, id)).paymentId ?? '' },
      data: { status: 'failed', resultCode: 'DP00800001005', resultDesc, ...ended },
    });
  }
  const own = await checkoutShop(base);
  const next = await attempted(own, await madeLink(own), { phone });
  await promptAttempt(own.worker, next);
  expect(await attemptOf(own, next)).toMatchObject({ state });
});

it('after a success that does not count yet, nobody is asked again', async () => {
  const own = await checkoutShop(base);
  const linkId = await madeLink(own);
  const [first, second] = [await attempted(own, linkId), await attempted(own, linkId)];
  await promptAttempt(own.worker, first);
  const { paymentId } = await attemptOf(own, first);
  const paid = {
    status: 'success',
    resultCode: '0',
    resultDesc: 'paid',
    settledBy: 'callback',
    nextQueryAt: null,
  } as const;
  const where = { id: paymentId ?? '' };
  await base.db.prisma.payment.update({ where, data: { ...paid, settledAt: base.clock.now() } });
  await promptAttempt(own.worker, second);
  expect(await attemptOf(own, second)).toMatchObject({ state: 'refused', refusal: 'payment_open' });
  expect(own.worker.provider.pushes.calls).toHaveLength(1);
});

describe('at once', () => {
  it('two payers on a link for one order get one prompt', async () => {
    const own = await checkoutShop(base);
    for (let n = 0; n < races; n += 1) {
      const linkId = await madeLink(own);
      const ids = [await attempted(own, linkId), await attempted(own, linkId)];
      await Promise.all(ids.map((id) => promptAttempt(elsewhere(own.worker), id)));
      const states = await Promise.all(ids.map(async (id) => (await attemptOf(own, id)).state));
      expect(states.sort()).toEqual(['handed', 'refused']);
      base.clock.advance(2);
    }
    expect(own.worker.provider.pushes.calls).toHaveLength(races);
  });

  it('a phone gets three prompts in ten minutes over ten shops', async () => {
    const shops = await Promise.all(Array.from({ length: 10 }, () => checkoutShop(base)));
    const phone = newPhone();
    const attempts: [CheckoutShop, string][] = [];
    for (const own of shops) attempts.push([own, await attempted(own, await madeLink(own), { phone })]);
    await Promise.all(attempts.map(([own, id]) => promptAttempt(elsewhere(own.worker), id)));
    const states = await Promise.all(attempts.map(async ([own, id]) => (await attemptOf(own, id)).state));
    expect(states.filter((state) => state === 'handed')).toHaveLength(3);
    expect(shops.flatMap(({ worker }) => worker.provider.pushes.calls)).toHaveLength(3);
  });

  it('a link never has more live prompts than payments that it may still have', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { kind: 'many', paymentsMax: 4 });
    const ids = await Promise.all(Array.from({ length: 12 }, () => attempted(own, linkId)));
    await Promise.all(ids.map((id) => promptAttempt(elsewhere(own.worker), id)));
    expect(own.worker.provider.pushes.calls).toHaveLength(4);
    const full = await base.db.prisma.linkAttempt.count({ where: { linkId, refusal: 'link_full' } });
    expect(full).toBe(8);
  });
});
