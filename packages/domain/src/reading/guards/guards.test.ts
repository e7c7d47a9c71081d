import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEntry, addRule, createPhoneHash, type Decision, insertDecisions, type Rule } from '../../guards/index.ts';
import { operator } from '../../kernel/authority.ts';
import { DomainError } from '../../kernel/errors.ts';
import { authorityOf } from '../../organizations/index.ts';
import { movableClock, type SeededMerchant, seed, testContext } from '../../testing/index.ts';
import { browseDecisions, browseEntries, getGuard, readDecisionsAbout } from './index.ts';

let test: TestDatabase;
let base: Awaited<ReturnType<typeof testContext>>;
const clock = movableClock();
beforeAll(async () => {
  test = await testDatabase();
  base = { ...(await testContext(test.database)), clock };
});
afterAll(() => test.close());

const shopOf = () => seed(base).owner().application().member('support').mint();
const ownerOf = (shop: SeededMerchant) => ({
  ...shop.as('production'),
  db: test.databaseAs('web'),
  actor: `user:${shop.owner.userId}`,
  authority: authorityOf('owner'),
});
const ruleOf = (shop: SeededMerchant, kind: Rule['kind'], mode: Rule['mode'], settings: object = {}) =>
  addRule(
    { ...base, actor: 'operator', authority: operator },
    { ...shop.as('production').tenant, kind, mode, settings: { ...settings } },
  );
const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);

function decide(shop: SeededMerchant, rule: Rule, hours: number, about: Partial<Decision> = {}) {
  const { applicationId, environment } = shop.as('production').tenant;
  const facts = { paymentId: null, disbursementId: null, phoneHash: 'hash of a phone', amount: 5 };
  return insertDecisions(base.db.pool, [{ rule, applicationId, environment, ...facts, at: hoursAgo(hours), ...about }]);
}

describe('the rules', () => {
  it('come with their hits of a day and of 30 days', async () => {
    const [shop, other] = [await shopOf(), await shopOf()];
    const first = await ruleOf(shop, 'first_prompt_max', 'watch', { max: 100 });
    clock.advance(1);
    const second = await ruleOf(shop, 'same_payout_soon', 'hold');
    const theirs = await ruleOf(other, 'first_prompt_max', 'refuse', { max: 100 });
    for (const hours of [0, 23.9, 24, 24.1, 719, 720, 721]) await decide(shop, first, hours);
    await decide(other, theirs, 1);
    const { rules, waiting, approvers } = await getGuard(ownerOf(shop));
    expect(rules).toMatchObject([
      { id: first.id, mode: 'watch', settings: { max: 100 }, addedBy: { kind: 'operator' } },
      { id: second.id, mode: 'hold', settings: { hours: 24 }, addedAt: clock.now().toISOString() },
    ]);
    const none = { value: 0, more: false };
    expect(rules.map(({ day, month }) => ({ day, month }))).toEqual([
      { day: { value: 2, more: false }, month: { value: 5, more: false } },
      { day: none, month: none },
    ]);
    expect({ waiting, approvers }).toEqual({ waiting: [], approvers: [] });
  });

  it('count no further than 10,000 hits', async () => {
    const shop = await shopOf();
    const rule = await ruleOf(shop, 'first_prompt_max', 'watch', { max: 100 });
    const { applicationId } = shop;
    await test.database.pool.query(
      `INSERT INTO guard_decisions (id, application_id, environment, rule_id, kind, mode, amount, at)
       SELECT gen_random_uuid(), $1, 'production', $2, 'first_prompt_max', 'watch', 1, $3 FROM generate_series(1, 10002)`,
      [applicationId, rule.id, hoursAgo(2)],
    );
    const [found] = (await getGuard(ownerOf(shop))).rules;
    expect(found).toMatchObject({ day: { value: 10_000, more: true }, month: { value: 10_000, more: true } });
  });
});

describe('decisions', () => {
  it('are listed newest first, page by page, by kind, mode and time, without anything about the phone', async () => {
    const [shop, other] = [await shopOf(), await shopOf()];
    const watching = await ruleOf(shop, 'first_prompt_max', 'watch', { max: 100 });
    const holding = await ruleOf(shop, 'same_payout_soon', 'hold');
    const paymentId = crypto.randomUUID();
    const disbursementId = crypto.randomUUID();
    await decide(shop, watching, 1, { paymentId, amount: 10 });
    await decide(shop, holding, 2, { disbursementId, amount: 20 });
    await decide(shop, holding, 3, { amount: 30 });
    await decide(other, await ruleOf(other, 'first_prompt_max', 'watch', { max: 1 }), 1);
    const owner = ownerOf(shop);
    const amounts = async (input: Parameters<typeof browseDecisions>[1]) =>
      (await browseDecisions(owner, input)).rows.map(({ amount }) => amount);
    const first = await browseDecisions(owner, { limit: 2 });
    expect(first.rows).toEqual([
      expect.objectContaining({ ruleId: watching.id, kind: 'first_prompt_max', mode: 'watch', paymentId, amount: 10 }),
      expect.objectContaining({
        ruleId: holding.id,
        kind: 'same_payout_soon',
        mode: 'hold',
        disbursementId,
        amount: 20,
      }),
    ]);
    expect(JSON.stringify(first)).not.toContain('hash of a phone');
    expect(await amounts({ limit: 2, before: first.older ?? '' })).toEqual([30]);
    expect(await amounts({ kind: 'same_payout_soon' })).toEqual([20, 30]);
    expect(await amounts({ mode: 'watch' })).toEqual([10]);
    expect(await amounts({ mode: 'watch', kind: 'same_payout_soon' })).toEqual([]);
    expect(await amounts({ since: hoursAgo(2), until: hoursAgo(1) })).toEqual([20]);
    const sandbox = { ...owner, tenant: { ...owner.tenant, environment: 'sandbox' as const } };
    expect((await browseDecisions(sandbox, {})).rows).toEqual([]);
  });

  it('about one payment or payout are those of its tenant, oldest first', async () => {
    const [shop, other] = [await shopOf(), await shopOf()];
    const [first, second] = [
      await ruleOf(shop, 'first_prompt_max', 'watch', { max: 100 }),
      await ruleOf(shop, 'new_payee', 'watch', { from: 5 }),
    ];
    const [paymentId, disbursementId] = [uuidv7(), uuidv7()];
    await decide(shop, second, 1, { paymentId });
    await decide(shop, first, 2, { paymentId });
    await decide(shop, second, 3, { disbursementId });
    await decide(shop, first, 4);
    await decide(other, first, 5, { paymentId });
    const { db, tenant } = ownerOf(shop);
    const about = async (subject: Parameters<typeof readDecisionsAbout>[2]) =>
      (await readDecisionsAbout(db, tenant, subject)).map(({ kind, mode }) => [kind, mode]);
    expect(await about({ paymentId })).toEqual([
      ['first_prompt_max', 'watch'],
      ['new_payee', 'watch'],
    ]);
    expect(await about({ disbursementId })).toEqual([['new_payee', 'watch']]);
    expect(await about({ paymentId: uuidv7() })).toEqual([]);
  });

  it('are for those who may read the policy', async () => {
    const shop = await shopOf();
    const support = { ...ownerOf(shop), authority: authorityOf('support') };
    const codeOf = (promise: Promise<unknown>) =>
      promise.catch((error: unknown) => error instanceof DomainError && error.code);
    expect(await codeOf(getGuard(support))).toBe('forbidden');
    expect(await codeOf(browseDecisions(support, {}))).toBe('forbidden');
    const wrong = { kind: 'sim_swap' } as never;
    expect(await codeOf(browseDecisions(ownerOf(shop), wrong))).toBe('invalid_input');
  });
});

it('the phones on lists are those of the application, found by the whole number, and shown without it', async () => {
  const [shop, other] = [await shopOf(), await shopOf()];
  const phoneHash = createPhoneHash(Buffer.alloc(32, 4).toString('base64'));
  const ops = { ...base, actor: 'operator', authority: operator, phoneHash };
  for (const [of, phone, list] of [
    [shop, '254712345678', 'block'],
    [shop, '254712345679', 'allow'],
    [other, '254712345678', 'block'],
  ] as const) {
    await addEntry(ops, { ...of.as('production').tenant, phone, list, reason: 'fraud' });
  }
  const ctx = { ...ownerOf(shop), phoneHash };
  const found = await browseEntries(ctx, { phone: '0712 345 678' });
  expect(found.rows).toMatchObject([{ list: 'block', reason: 'fraud', isOtherKey: false, hasEnded: false }]);
  expect(JSON.stringify(found)).not.toContain('712345678');
  expect((await browseEntries(ctx, {})).rows).toHaveLength(2);
  expect((await browseEntries(ctx, { list: 'allow' })).rows).toHaveLength(1);
  expect((await browseEntries({ ...ctx, phoneHash: undefined }, { phone: '0712345678' })).rows).toEqual([]);
});
