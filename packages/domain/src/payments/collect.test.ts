import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTurns, fingerprintOf, leaseSeconds, sweepClaims } from '../idempotency/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { createRateLimiter } from '../rate-limits/index.ts';
import {
  type ScriptedShop as Shop,
  scriptedUpstream,
  seed,
  type TestContext,
  testContext,
  withOwnSignals,
} from '../testing/index.ts';
import { type CollectOutcome, collectPayment, refusal } from './collect.ts';
import { insertPayment } from './payments.fixture.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** A merchant of the test's own, with a provider that it scripts. */
async function shop(): Promise<Shop> {
  const ctx = withOwnSignals(base);
  const merchant = await seed(ctx).owner().application().credentials('sandbox').mint();
  return { ...merchant.as('sandbox'), ...scriptedUpstream(ctx) };
}

/** The same merchant as another process sees it: nothing in memory is shared. */
const elsewhere = (ctx: Shop): Shop => ({ ...ctx, turns: createTurns() });

const input = { amount: 100, phone: '254712345678' };
const under = (key: string, body: Record<string, unknown> = input) => ({ key, fingerprint: fingerprintOf(body) });
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof DomainError ? { code: error.code, ...error.extras } : error),
  );
const paymentsOf = (ctx: Shop) =>
  ctx.db.prisma.payment.findMany({ where: { applicationId: ctx.tenant.applicationId }, orderBy: { id: 'asc' } });
const claimOf = (ctx: Shop, key: string) =>
  ctx.db.prisma.idempotencyRecord.findFirstOrThrow({ where: { applicationId: ctx.tenant.applicationId, key } });

describe('a collection', () => {
  it('records the payment before it pushes, and pushes what was recorded', async () => {
    const ctx = await shop();
    const held = ctx.provider.pushes.hold();
    const collecting = collectPayment(ctx, {
      ...input,
      accountReference: 'INV-1',
      description: 'Two mugs',
      metadata: { a: [1] },
    });
    const { request, account } = await held.arrived;
    const [row] = await paymentsOf(ctx);
    expect(row).toMatchObject({
      status: 'pending',
      source: 'stk',
      amount: 100,
      requestedAmount: 100,
      accountRef: 'INV-1',
      metadata: { a: [1] },
    });
    expect(account.address).toBe(row?.shortcode);
    expect(request).toEqual({
      promptId: null,
      amount: 100,
      phone: '254712345678',
      accountRef: 'INV-1',
      description: 'Two mugs',
      callbackUrl: `https://pay.example/functions/v1/stk-hook/${row?.callbackToken}`,
      sendBefore: new Date(ctx.clock.now().getTime() + leaseSeconds * 1000),
    });
    held.answer({ kind: 'accepted', merchantRequestId: 'm-1', checkoutRequestId: 'ws_CO_a' });
    expect(await collecting).toEqual({
      outcome: { kind: 'prompted', paymentId: row?.id, checkoutRequestId: 'ws_CO_a' },
      replayed: false,
    });
    const [after] = await paymentsOf(ctx);
    expect(after).toMatchObject({ status: 'pending', checkoutRequestId: 'ws_CO_a', merchantRequestId: 'm-1' });
  });

  it('without a key every call is a new charge (rule 6)', async () => {
    const ctx = await shop();
    await collectPayment(ctx, input);
    await collectPayment(ctx, input);
    expect(ctx.provider.pushes.calls).toHaveLength(2);
    expect(await paymentsOf(ctx)).toHaveLength(2);
  });

  it('defaults the reference to the beginning of the payment id, and the description', async () => {
    const ctx = await shop();
    await collectPayment(ctx, input);
    const [row] = await paymentsOf(ctx);
    expect(row?.accountRef).toBe(row?.id.slice(0, 12));
    expect(row?.description).toBe('Payment');
  });

  it('never shares a default reference: neither with another process, nor in a burst', async () => {
    const ctx = await shop();
    await collectPayment(ctx, input);
    const [first] = await paymentsOf(ctx);
    if (!first) throw new Error('no payment');
    // Another process has the references that would come next.
    const start = Number.parseInt(first.accountRef.replaceAll('-', ''), 16);
    for (let slot = start + 1; slot <= start + 3; slot += 1) {
      const hex = slot.toString(16).padStart(11, '0');
      await insertPayment(ctx, {
        source: 'stk',
        accountRef: `${hex.slice(0, 8)}-${hex.slice(8)}`,
        isDefaultRef: true,
        providerReceipt: null,
      });
    }
    const bodies = Array.from({ length: 30 }, (_, n) => ({ amount: 5, phone: `2547123450${10 + n}` }));
    await Promise.all(bodies.map((body, n) => collectPayment(ctx, body, under(`burst ${n}`, body))));
    const rows = await paymentsOf(ctx);
    expect(rows).toHaveLength(34);
    expect(new Set(rows.map(({ accountRef }) => accountRef)).size).toBe(34);
    expect(ctx.provider.pushes.calls).toHaveLength(31);
    for (const { request } of ctx.provider.pushes.calls) {
      const row = rows.find(({ callbackToken }) => request.callbackUrl.endsWith(String(callbackToken)));
      expect(row?.id.startsWith(request.accountRef)).toBe(true);
    }
  });

  it('two payments may have the same reference when the merchant says so', async () => {
    const ctx = await shop();
    await collectPayment(ctx, { ...input, accountReference: 'INV-1' });
    await collectPayment(ctx, { ...input, accountReference: 'INV-1' });
    expect((await paymentsOf(ctx)).map(({ accountRef }) => accountRef)).toEqual(['INV-1', 'INV-1']);
  });

  it('callback tokens are unguessable hex, so that no forbidden word can appear in the address', async () => {
    const ctx = await shop();
    await collectPayment(ctx, input);
    expect((await paymentsOf(ctx))[0]?.callbackToken).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('under an idempotency key', () => {
  it('an outcome that cannot be read is indeterminate, and nothing is pushed again', async () => {
    const ctx = await shop();
    const errors: unknown[] = [];
    const logged = { ...ctx, log: { ...ctx.log, error: (said: unknown) => void errors.push(said) } };
    const { outcome } = await collectPayment(ctx, input, under('k'));
    const { id } = await claimOf(ctx, 'k');
    for (const broken of [{}, { ...outcome, checkoutRequestId: null }, { kind: 'refused' }, 'prompted']) {
      await ctx.db.prisma.idempotencyRecord.update({ where: { id }, data: { outcome: broken } });
      expect(await refusalOf(collectPayment(logged, input, under('k')))).toEqual({
        code: 'idempotency_indeterminate',
        indeterminate: true,
        paymentId: outcome.paymentId,
      });
    }
    expect(ctx.provider.pushes.calls).toHaveLength(1);
    expect(errors).toHaveLength(4);
  });

  it('a repeat replays the first outcome without a second push (rule 2), also in another process', async () => {
    const ctx = await shop();
    const first = await collectPayment(ctx, input, under('k'));
    const again = await collectPayment(ctx, input, under('k'));
    const other = await collectPayment(elsewhere(ctx), input, under('k'));
    expect(again).toEqual({ outcome: first.outcome, replayed: true });
    expect(other).toEqual(again);
    expect(ctx.provider.pushes.calls).toHaveLength(1);
  });

  it('many concurrent duplicates in two processes cost one push and one use of the phone limit', async () => {
    const ctx = await shop();
    const other = elsewhere(ctx);
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) => collectPayment(index % 2 ? ctx : other, input, under('burst'))),
    );
    expect(ctx.provider.pushes.calls).toHaveLength(1);
    expect(new Set(all.map(({ outcome }) => outcome.paymentId)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await paymentsOf(ctx)).toHaveLength(1);
    expect((await ctx.phoneLimit.consume(`${ctx.tenant.applicationId}:sandbox:${input.phone}`)).remaining).toBe(3);
  });

  it('another body is refused (rule 3)', async () => {
    const ctx = await shop();
    await collectPayment(ctx, input, under('k'));
    const other = { ...input, amount: 101 };
    expect(await refusalOf(collectPayment(ctx, other, under('k', other)))).toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(ctx.provider.pushes.calls).toHaveLength(1);
  });

  it('a duplicate of a slow request is told to come again, with Retry-After (rule 4)', async () => {
    const ctx = await shop();
    const held = ctx.provider.pushes.hold();
    const first = collectPayment(ctx, input, under('k'));
    await held.arrived;
    const [same, other] = await Promise.all([
      refusalOf(collectPayment(ctx, input, under('k'))),
      refusalOf(collectPayment(elsewhere(ctx), input, under('k'))),
    ]);
    expect(same).toMatchObject({ code: 'idempotency_in_flight', retryAfterSeconds: 2 });
    expect(other).toEqual(same);
    held.answer({ kind: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'c' });
    expect(await collectPayment(ctx, input, under('k'))).toEqual({ outcome: (await first).outcome, replayed: true });
  });

  it('a duplicate that waits a moment replays the first', async () => {
    const ctx = await shop();
    const held = ctx.provider.pushes.hold();
    const first = collectPayment(ctx, input, under('k'));
    await held.arrived;
    const duplicate = collectPayment(elsewhere(ctx), input, under('k'));
    held.answer({ kind: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'c' });
    expect(await duplicate).toEqual({ outcome: (await first).outcome, replayed: true });
  });

  it('no answer is indeterminate for ever, names the payment, and never pushes again (rule 5)', async () => {
    const ctx = await shop();
    ctx.provider.pushes.answer({ kind: 'unknown', cause: 'timeout' });
    const first = await refusalOf(collectPayment(ctx, input, under('k')));
    const [row] = await paymentsOf(ctx);
    expect(first).toEqual({ code: 'idempotency_indeterminate', indeterminate: true, paymentId: row?.id });
    expect(await refusalOf(collectPayment(ctx, input, under('k')))).toEqual(first);
    expect(await refusalOf(collectPayment(elsewhere(ctx), input, under('k')))).toEqual(first);
    expect(row?.status).toBe('pending');
    expect(ctx.provider.pushes.calls).toHaveLength(1);
  });

  it('a process that dies during the push leaves a claim that becomes indeterminate when its lease ends', async () => {
    const ctx = await shop();
    const held = ctx.provider.pushes.hold();
    const dying = collectPayment(ctx, input, under('k'));
    await held.arrived;
    const later = elsewhere(ctx);
    later.clock = { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() + (leaseSeconds + 30) * 1000) };
    const refused = { code: 'idempotency_indeterminate', indeterminate: true };
    expect(await refusalOf(collectPayment(later, input, under('k')))).toMatchObject(refused);
    expect(await sweepClaims(later)).toBeGreaterThanOrEqual(1);
    expect((await claimOf(ctx, 'k')).state).toBe('indeterminate');
    // The dead process was only slow: what it learns is kept, but the key stays spent.
    held.answer({ kind: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'late' });
    await dying;
    expect((await paymentsOf(ctx))[0]?.checkoutRequestId).toBe('late');
    expect((await claimOf(ctx, 'k')).state).toBe('indeterminate');
    expect(await refusalOf(collectPayment(ctx, input, under('k')))).toMatchObject(refused);
    expect(ctx.provider.pushes.calls).toHaveLength(1);
  });

  it('a refusal of the provider is final: the payment failed, and the key replays the refusal', async () => {
    const ctx = await shop();
    ctx.provider.pushes.answer({
      kind: 'rejected',
      by: 'provider',
      code: '400.002.02',
      description: 'Bad Request - Invalid Amount',
    });
    const first = await collectPayment(ctx, input, under('k'));
    expect(first.outcome).toMatchObject({ kind: 'refused', code: '400.002.02' });
    expect(await collectPayment(ctx, input, under('k'))).toEqual({ outcome: first.outcome, replayed: true });
    expect(ctx.provider.pushes.calls).toHaveLength(1);
    expect((await paymentsOf(ctx))[0]).toMatchObject({ status: 'failed', resultCode: '400.002.02', settledBy: 'push' });
    expect(ctx.events).toEqual([]);
  });

  it('a provider that is too busy says how long to wait, the first time and on a replay', async () => {
    const ctx = await shop();
    const busy = { code: 'http_429', description: 'Slow down', retryAfterSeconds: 30 };
    ctx.provider.pushes.answer({ kind: 'rejected', by: 'provider', ...busy });
    for (const isReplay of [false, true]) {
      const { outcome, replayed } = await collectPayment(ctx, input, under('k'));
      expect(replayed).toBe(isReplay);
      if (outcome.kind !== 'refused') throw new Error('it was not refused');
      expect(refusal(outcome, replayed)).toMatchObject({
        code: 'provider_rejected',
        extras: { retryAfterSeconds: 30, decoded: { retryable: true } },
      });
    }
    expect(ctx.provider.pushes.calls).toHaveLength(1);
  });

  it('keys are apart between applications and environments', async () => {
    const [one, two] = await Promise.all([shop(), shop()]);
    await collectPayment(one, input, under('shared'));
    expect((await collectPayment(two, input, under('shared'))).replayed).toBe(false);
    expect(two.provider.pushes.calls).toHaveLength(1);
  });
});

describe('a process that was suspended beyond its lease', () => {
  /** The process stands still for `seconds` between its commit and its call. */
  function suspendAtCall(ctx: Shop, seconds: number, meanwhile: () => Promise<unknown> = async () => {}) {
    const { rail } = ctx.provider;
    ctx.provider.rail = (account) => {
      const { prompts, ...rest } = rail(account);
      const push: typeof prompts.push = async (request) => {
        ctx.provider.rail = rail;
        ctx.clock.advance(seconds);
        await meanwhile();
        return prompts.push(request);
      };
      return { ...rest, prompts: { ...prompts, push } };
    };
  }

  it('does not push: only the prompt that was asked for meanwhile is on the phone', async () => {
    const ctx = await shop();
    suspendAtCall(ctx, 200, async () => {
      await sweepClaims(ctx);
      expect(await refusalOf(collectPayment(elsewhere(ctx), input, under('k')))).toMatchObject({
        code: 'idempotency_indeterminate',
      });
      expect((await collectPayment(elsewhere(ctx), input, under('new'))).outcome.kind).toBe('prompted');
    });
    const { outcome } = await collectPayment(ctx, input, under('k'));
    expect(outcome).toMatchObject({ kind: 'refused', by: 'unreachable', code: 'too_late' });
    expect(ctx.provider.pushes.calls).toHaveLength(1);
    const row = await ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: outcome.paymentId } });
    expect(row).toMatchObject({ status: 'failed', resultCode: 'too_late', settledBy: 'push' });
    // Others were told that nobody knows, so the key keeps saying it.
    expect(await refusalOf(collectPayment(ctx, input, under('k')))).toMatchObject({
      code: 'idempotency_indeterminate',
    });
    expect(refusal(outcome as CollectOutcome & { kind: 'refused' }, false)).toMatchObject({
      code: 'provider_unavailable',
      message: expect.stringMatching(/waited for too long, so nothing was sent/),
    });
  });

  it('before anybody looked: the key replays that nothing was sent', async () => {
    const ctx = await shop();
    suspendAtCall(ctx, 91);
    const first = await collectPayment(ctx, input, under('k'));
    expect(await collectPayment(ctx, input, under('k'))).toEqual({ ...first, replayed: true });
    expect(ctx.provider.pushes.calls).toEqual([]);
  });

  it('without a key does not push either', async () => {
    const ctx = await shop();
    suspendAtCall(ctx, 91);
    expect((await collectPayment(ctx, input)).outcome).toMatchObject({ kind: 'refused', code: 'too_late' });
    expect(ctx.provider.pushes.calls).toEqual([]);
  });
});

describe('what spends no key', () => {
  it('missing provider credentials', async () => {
    const ctx = await shop();
    const { prisma } = ctx.db;
    await prisma.railAccount.deleteMany({ where: { applicationId: ctx.tenant.applicationId } });
    expect(await refusalOf(collectPayment(ctx, input, under('k')))).toMatchObject({ code: 'provider_not_configured' });
    expect(await prisma.idempotencyRecord.count({ where: { applicationId: ctx.tenant.applicationId } })).toBe(0);
    expect(await paymentsOf(ctx)).toEqual([]);
  });

  it('the limit per phone: refused without a push, and the same key works later', async () => {
    const ctx = await shop();
    for (let n = 1; n <= 5; n += 1) await collectPayment(ctx, input, under(`k${n}`));
    const refused = await refusalOf(collectPayment(ctx, input, under('k6')));
    expect(refused).toMatchObject({ code: 'rate_limited' });
    expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0);
    expect(ctx.provider.pushes.calls).toHaveLength(5);
    const rested = {
      ...ctx,
      phoneLimit: createRateLimiter({ kind: 'memory' }, { prefix: 'p', rule: { count: 5, seconds: 60 } }),
    };
    expect((await collectPayment(rested, input, under('k6'))).replayed).toBe(false);
    // A replay is not counted: the phone is still at its limit.
    expect((await collectPayment(ctx, input, under('k1'))).replayed).toBe(true);
  });
});

it('without a key, no answer says that the prompt may be out', async () => {
  const ctx = await shop();
  ctx.provider.pushes.answer({ kind: 'unknown', cause: 'cut' });
  const refused = await refusalOf(collectPayment(ctx, input));
  expect(refused).toEqual({
    code: 'provider_unavailable',
    indeterminate: true,
    paymentId: (await paymentsOf(ctx))[0]?.id,
  });
});
