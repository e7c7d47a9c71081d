import { describe, expect, it } from 'vitest';
import { addEntry, addRule, createGuard, createPhoneHash, removeEntry, removeRule } from '../guards/index.ts';
import { createTurns } from '../idempotency/index.ts';
import { operator } from '../kernel/authority.ts';
import { later, post, refusalOf, rowsOf, type Shop, under, useShops } from './disbursements.fixture.ts';
import { payOut } from './pay-out.ts';
import { reverse } from './reverse.ts';

/** Races of two payouts, more with TILLGATE_LONG_TESTS=1. */
const races = process.env.TILLGATE_LONG_TESTS === '1' ? 1_000 : 20;

const newShop = useShops();
type Kind = 'new_payee' | 'same_payout_soon';
type Mode = 'watch' | 'hold' | 'refuse';

const phone = '254712345678';
const input = (amount: number, to = phone) => ({ amount, phone: to, commandId: 'BusinessPayment' as const });

/** A shop with one rule, used by a key. */
async function shopWith(kind: Kind, mode: Mode, settings: Record<string, number>) {
  const shop = await newShop();
  const ops = { ...shop, actor: 'operator', authority: operator };
  const { id: ruleId } = await addRule(ops, { ...shop.tenant, kind, mode, settings });
  return { ruleId, ctx: { ...shop, actor: 'key:one', guard: createGuard(shop, undefined) } };
}
const decisionsOf = (ctx: Shop) => ctx.db.prisma.guardDecision.findMany({ where: ctx.tenant, orderBy: { id: 'asc' } });

describe('a payout to a new payee', () => {
  it('is refused from the amount on, calls nobody, writes nothing and uses up no key', async () => {
    const { ctx, ruleId } = await shopWith('new_payee', 'refuse', { from: 1_000 });
    const refused = { code: 'refused_by_rule', rule: 'new_payee', ruleId };
    expect(await refusalOf(payOut(ctx, input(1_000), under('k', input(1_000))))).toEqual(refused);
    expect([await rowsOf(ctx), ctx.provider.payouts.calls]).toEqual([[], []]);
    expect(await ctx.db.prisma.idempotencyRecord.count({ where: ctx.tenant })).toBe(0);
    expect(await decisionsOf(ctx)).toMatchObject([{ ruleId, mode: 'refuse', disbursementId: null, amount: 1_000 }]);
    expect((await payOut(ctx, input(999), under('k', input(999)))).outcome.kind).toBe('accepted');
  });

  it('is one no more a day after the first payout to the phone succeeded', async () => {
    const { ctx } = await shopWith('new_payee', 'refuse', { from: 1_000 });
    const { outcome } = await payOut(ctx, input(10));
    await post(ctx, outcome.disbursementId, { resultCode: '0', transactionId: 'TJKNEW0001' });
    expect(await refusalOf(payOut(ctx, input(1_000)))).toMatchObject({ code: 'refused_by_rule' });
    expect(await refusalOf(payOut(later(ctx, 24 * 3_600), input(1_000)))).toBeUndefined();
    expect(await refusalOf(payOut(later(ctx, 24 * 3_600), input(1_000, '254712345679')))).toMatchObject({
      code: 'refused_by_rule',
    });
  });

  it('of an API key that a rule holds is left to people', async () => {
    const { ctx } = await shopWith('new_payee', 'hold', { from: 1_000 });
    expect(await refusalOf(payOut(ctx, input(1_000)))).toEqual({ code: 'approval_required' });
    expect(await refusalOf(payOut({ ...ctx, actor: 'operator' }, input(1_000)))).toEqual({ code: 'approval_required' });
    // The worker sends what a second person has approved.
    expect(await refusalOf(payOut({ ...ctx, actor: 'user:one' }, input(1_000)))).toBeUndefined();
    expect(await decisionsOf(ctx)).toMatchObject([
      { disbursementId: null },
      { disbursementId: null },
      { disbursementId: expect.any(String) },
    ]);
  });

  it('goes on where the rule watches, which is recorded with it', async () => {
    const { ctx, ruleId } = await shopWith('new_payee', 'watch', { from: 1 });
    const { outcome } = await payOut(ctx, input(1_000));
    expect(await decisionsOf(ctx)).toMatchObject([
      { ruleId, mode: 'watch', disbursementId: outcome.disbursementId, paymentId: null },
    ]);
  });
});

describe('the same payout soon', () => {
  it('is refused while the first one is under way or done, and not when it failed or is long ago', async () => {
    const { ctx, ruleId } = await shopWith('same_payout_soon', 'refuse', { hours: 24 });
    const { outcome } = await payOut(ctx, input(500));
    const refused = { code: 'refused_by_rule', rule: 'same_payout_soon', ruleId };
    expect(await refusalOf(payOut(ctx, input(500)))).toEqual(refused);
    expect(await refusalOf(payOut(ctx, input(501)))).toBeUndefined();
    expect(await refusalOf(payOut(ctx, input(500, '254712345679')))).toBeUndefined();
    await post(ctx, outcome.disbursementId, { resultCode: '2001' });
    expect(await refusalOf(payOut(ctx, input(500)))).toBeUndefined();
    expect(await refusalOf(payOut(ctx, input(500)))).toEqual(refused);
    expect(await refusalOf(payOut(later(ctx, 24 * 3_600), input(500)))).toBeUndefined();
  });

  it('is never sent twice when two processes ask at once', async () => {
    const { ctx } = await shopWith('same_payout_soon', 'refuse', {});
    const processes = [ctx, { ...ctx, turns: createTurns(), guard: createGuard(ctx, undefined) }];
    for (let race = 0; race < races; race += 1) {
      const to = `2547${String(10_000_000 + race)}`;
      const outcomes = await Promise.all(processes.map((each) => refusalOf(payOut(each, input(10, to)))));
      expect(outcomes.filter((refusal) => refusal === undefined)).toHaveLength(1);
    }
  });

  it('is no question for reversals', async () => {
    const { ctx } = await shopWith('same_payout_soon', 'refuse', {});
    for (const transactionId of ['TJK0000011', 'TJK0000012']) {
      expect(await refusalOf(reverse(ctx, { transactionId, amount: 10 }))).toBeUndefined();
    }
  });
});

it('no money leaves while the rules cannot be read', async () => {
  const { ctx } = await shopWith('new_payee', 'watch', { from: 1 });
  const guard = { ...ctx.guard, rulesOf: () => Promise.reject(new Error('away')) };
  expect(await refusalOf(payOut({ ...ctx, guard }, input(10)))).toEqual({ code: 'unavailable', retryAfterSeconds: 5 });
  expect([await rowsOf(ctx), ctx.provider.payouts.calls]).toEqual([[], []]);
});

it('a rule whose numbers nobody can read stops payouts until it is removed', async () => {
  const { ctx, ruleId } = await shopWith('new_payee', 'watch', { from: 1 });
  await ctx.db.prisma.guardRule.update({ where: { id: ruleId }, data: { settings: { from: 'much' } } });
  expect(await refusalOf(payOut(ctx, input(10)))).toMatchObject({ code: 'unavailable' });
  await removeRule({ ...ctx, actor: 'operator', authority: operator }, { ...ctx.tenant, ruleId });
  expect(await refusalOf(payOut(ctx, input(10)))).toBeUndefined();
});

it('an outage of the database stays one, so that the worker tries again', async () => {
  const { ctx } = await shopWith('new_payee', 'watch', { from: 1 });
  const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const guard = { ...ctx.guard, rulesOf: () => Promise.reject(outage) };
  await expect(payOut({ ...ctx, guard }, input(10))).rejects.toBe(outage);
});

describe('a phone on a list', () => {
  const key = Buffer.alloc(32, 5).toString('base64');
  /** A shop whose phone is on a list, with a rule that refuses every new payee. */
  async function shopListing(list: 'block' | 'allow') {
    const { ctx } = await shopWith('new_payee', 'refuse', { from: 1 });
    const ops = { ...ctx, actor: 'operator', authority: operator, phoneHash: createPhoneHash(key) };
    const { id } = await addEntry(ops, { ...ctx.tenant, phone, list, reason: 'supplier' });
    return { id, ctx: { ...ctx, guard: createGuard(ctx, key) }, ops };
  }

  it('that blocks it gets no payout, which calls nobody and uses up no key', async () => {
    const { ctx, id, ops } = await shopListing('block');
    const refused = { code: 'refused_by_rule', rule: 'list', ruleId: id };
    expect(await refusalOf(payOut(ctx, input(10), under('k', input(10))))).toEqual(refused);
    expect([await rowsOf(ctx), ctx.provider.payouts.calls]).toEqual([[], []]);
    expect(await ctx.db.prisma.idempotencyRecord.count({ where: ctx.tenant })).toBe(0);
    expect(await decisionsOf(ctx)).toMatchObject([
      { ruleId: id, kind: 'list', mode: 'refuse', disbursementId: null },
      { kind: 'new_payee', mode: 'refuse' },
    ]);
    expect(await refusalOf(payOut(ctx, input(10, '254712345679')))).toMatchObject({ rule: 'new_payee' });
    await removeEntry(ops, { ...ctx.tenant, phone, list: 'block' });
    const fresh = { ...ctx, guard: createGuard(ctx, key) };
    expect(await refusalOf(payOut(fresh, input(10)))).toMatchObject({ rule: 'new_payee' });
  });

  it('that allows it passes the rules', async () => {
    const { ctx, id } = await shopListing('allow');
    const { outcome } = await payOut(ctx, input(10));
    expect(await decisionsOf(ctx)).toMatchObject([
      { ruleId: id, kind: 'list', mode: 'allow', disbursementId: outcome.disbursementId },
    ]);
  });

  it('keeps money here while the process has no key to know it by', async () => {
    const { ctx } = await shopListing('allow');
    const guard = createGuard(ctx, undefined);
    expect(await refusalOf(payOut({ ...ctx, guard }, input(10)))).toEqual({
      code: 'unavailable',
      retryAfterSeconds: 5,
    });
    expect(ctx.provider.payouts.calls).toEqual([]);
  });
});
