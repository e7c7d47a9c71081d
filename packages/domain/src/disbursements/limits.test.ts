import { describe, expect, it } from 'vitest';
import { setProviderCredentials } from '../applications/index.ts';
import { createKey, rotateKey } from '../keys/index.ts';
import { setPolicy } from '../orders/index.ts';
import type { SetPolicyInput } from '../policies/index.ts';
import { waitingForLocks } from '../testing/index.ts';
import { elsewhere, later, post, refusalOf, rowsOf, type Shop, under, useShops } from './disbursements.fixture.ts';
import { payOut } from './pay-out.ts';
import { reverse } from './reverse.ts';

const newShop = useShops();

const phone = '254712345678';
const input = (amount: number, to = phone) => ({ amount, phone: to, commandId: 'BusinessPayment' as const });
const byKey = (shop: Shop, id: string): Shop => ({ ...shop, actor: `key:${id}` });

async function shopWith(policy: SetPolicyInput): Promise<Shop> {
  const shop = await newShop();
  await setPolicy({ ...shop, actor: 'operator' }, policy);
  return byKey(shop, 'one');
}

const claimsOf = (shop: Shop) =>
  shop.db.prisma.idempotencyRecord.count({ where: { applicationId: shop.tenant.applicationId } });

describe('limits on money out', () => {
  it('refuse what is above them, call nobody, write nothing and use up no key', async () => {
    const shop = await shopWith({ perTransaction: 1_000, perDay: 1_500 });
    const large = input(1_001);
    const refused = { code: 'limit_exceeded', limit: 'per_transaction', max: 1_000 };
    expect(await refusalOf(payOut(shop, large, under('k1', large)))).toEqual(refused);
    expect(await refusalOf(reverse(shop, { transactionId: 'TJK0000001', amount: 1_001 }))).toEqual(refused);
    await payOut(shop, input(1_000), under('k2', input(1_000)));
    const more = { code: 'limit_exceeded', limit: 'per_day', max: 1_500, used: 1_000 };
    expect(await refusalOf(payOut(shop, input(501), under('k1', input(501))))).toEqual(more);
    expect(await refusalOf(reverse(shop, { transactionId: 'TJK0000001', amount: 501 }))).toEqual(more);
    expect([await rowsOf(shop), await claimsOf(shop)]).toMatchObject([[{ amount: 1_000 }], 1]);
    expect(shop.provider.payouts.calls).toHaveLength(1);
    expect(shop.provider.reversals.calls).toHaveLength(0);
    await reverse(shop, { transactionId: 'TJK0000001', amount: 500 }, under('k1', { amount: 500 }));
    expect(await rowsOf(shop)).toHaveLength(2);
  });

  it('repeat what a key has recorded, also when the limit is reached or lowered', async () => {
    const shop = await shopWith({ perDay: 1_000 });
    const key = under('k', input(1_000));
    const first = await payOut(shop, input(1_000), key);
    await setPolicy({ ...shop, actor: 'operator' }, { perTransaction: 1, requireKey: true });
    expect(await payOut(elsewhere(shop), input(1_000), key)).toEqual({ ...first, replayed: true });
  });

  it('let exactly one of many at once through when one fits, from any process', async () => {
    const shop = await shopWith({ perDay: 1_500 });
    const { prisma } = shop.db;
    const many: Promise<unknown>[] = [];
    // All of them stand before the sum at the same moment.
    await prisma.$transaction(
      async (tx) => {
        await tx.$queryRaw`
        SELECT 1 FROM approval_policies WHERE application_id = ${shop.tenant.applicationId}::uuid FOR UPDATE`;
        for (let n = 0; n < 8; n += 1) {
          many.push(refusalOf(payOut(elsewhere(shop), input(1_000), under(`k${n}`, input(1_000)))));
        }
        await expect.poll(() => waitingForLocks(shop)).toBe(8);
      },
      { timeout: 60_000 },
    );
    const ends = await Promise.all(many);
    expect(ends.filter((end) => end === undefined)).toHaveLength(1);
    expect(ends.filter((end) => end !== undefined)).toEqual(
      Array(7).fill({ code: 'limit_exceeded', limit: 'per_day', max: 1_500, used: 1_000 }),
    );
    expect(shop.provider.payouts.calls).toHaveLength(1);
  });

  it('give one key sent from two processes at once one payout, not a refusal of itself', async () => {
    const shop = await shopWith({ perDay: 1_000 });
    const key = under('k', input(1_000));
    const ends = await Promise.all([payOut(shop, input(1_000), key), payOut(elsewhere(shop), input(1_000), key)]);
    expect(ends[0]?.outcome).toEqual(ends[1]?.outcome);
    expect(shop.provider.payouts.calls).toHaveLength(1);
  });

  it('count what failed no longer, and what is older than 24 hours neither', async () => {
    const shop = await shopWith({ perDay: 1_000 });
    await payOut(shop, input(1_000));
    expect(await refusalOf(payOut(shop, input(1)))).toMatchObject({ limit: 'per_day', used: 1_000 });
    const [row] = await rowsOf(shop);
    await post(shop, row?.id ?? '', {
      resultCode: '2001',
      originatorConversationId: row?.originatorConversationId ?? '',
      conversationId: row?.conversationId ?? '',
    });
    await payOut(shop, input(600));
    expect(await refusalOf(payOut(shop, input(401)))).toMatchObject({ limit: 'per_day', used: 600 });
    expect(await refusalOf(payOut(later(shop, 24 * 3_600 - 1), input(401)))).toMatchObject({ used: 600 });
    await payOut(later(shop, 24 * 3_600 + 1), input(1_000));
  });

  it('of a recipient and of a key count each of them alone', async () => {
    const shop = await shopWith({ perRecipientPerDay: 300, perKeyPerDay: 500 });
    await payOut(shop, input(300));
    expect(await refusalOf(payOut(byKey(shop, 'two'), input(1)))).toMatchObject({
      limit: 'per_recipient_per_day',
      used: 300,
    });
    await payOut(shop, input(200, '254700000001'));
    expect(await refusalOf(payOut(shop, input(1, '254700000002')))).toMatchObject({
      limit: 'per_key_per_day',
      used: 500,
    });
    await payOut(byKey(shop, 'two'), input(300, '254700000002'));
    await payOut({ ...shop, actor: 'user:1' }, input(300, '254700000003'));
    expect((await rowsOf(shop)).map(({ requestedBy }) => requestedBy).sort()).toEqual([
      'key:one',
      'key:one',
      'key:two',
      'user:1',
    ]);
  });

  it('of a key are those of its line: a rotation does not begin anew', async () => {
    const shop = await shopWith({ perKeyPerDay: 500 });
    const operator = { ...shop, actor: 'operator' };
    const make = { ...shop.tenant, name: 'POS', scopes: ['payout' as const] };
    const first = await createKey(operator, make);
    const second = await rotateKey(operator, { ...shop.tenant, keyId: first.keyId, graceSeconds: 60 });
    const third = await rotateKey(operator, { ...shop.tenant, keyId: second.keyId, graceSeconds: 60 });
    const other = await createKey(operator, make);
    await payOut(byKey(shop, first.keyId), input(200));
    await payOut(byKey(shop, second.keyId), input(200, '254700000001'));
    expect(await refusalOf(payOut(byKey(shop, third.keyId), input(101, '254700000002')))).toMatchObject({
      limit: 'per_key_per_day',
      used: 400,
    });
    await payOut(byKey(shop, third.keyId), input(100, '254700000002'));
    expect(await refusalOf(payOut(byKey(shop, first.keyId), input(1)))).toMatchObject({ used: 500 });
    await payOut(byKey(shop, other.keyId), input(500, '254700000003'));
  });

  it('of one environment and application say nothing about another', async () => {
    const shop = await shopWith({ perTransaction: 1 });
    const other = await newShop();
    await payOut(other, input(1_000));
    expect(await refusalOf(payOut(shop, input(2)))).toMatchObject({ code: 'limit_exceeded' });
  });
});

describe('approval for requests of API keys', () => {
  it('refuses them from the amount on, and lets a person’s through', async () => {
    const shop = await shopWith({ apiApprovalFrom: 1_000 });
    const refused = { code: 'approval_required' };
    expect(await refusalOf(payOut(shop, input(1_000), under('k', input(1_000))))).toEqual(refused);
    expect(await refusalOf(reverse(shop, { transactionId: 'TJK0000001', amount: 1_000 }))).toEqual(refused);
    expect([await rowsOf(shop), await claimsOf(shop)]).toEqual([[], 0]);
    await payOut(shop, input(999));
    await payOut({ ...shop, actor: 'user:1' }, input(1_000), under('order:1', input(1_000)));
    expect(shop.provider.payouts.calls).toHaveLength(2);
  });
});

describe('payouts and reversals in production', () => {
  const configure = (shop: Shop) =>
    setProviderCredentials(shop, {
      ...shop.tenant,
      product: 'paybill',
      shortcode: '600555',
      consumerKey: 'key',
      consumerSecret: 'secret',
      passkey: 'passkey',
      initiatorName: 'api',
      initiatorPassword: 'S3cret#',
    });
  const inProduction = (shop: Shop): Shop => ({ ...shop, tenant: { ...shop.tenant, environment: 'production' } });

  it('count what left in their own environment alone', async () => {
    const shop = await shopWith({ perDay: 1_000, perRecipientPerDay: 1_000, perKeyPerDay: 1_000 });
    const production = inProduction(shop);
    await configure(production);
    await setPolicy(
      { ...production, actor: 'operator' },
      { perDay: 1_000, perRecipientPerDay: 1_000, perKeyPerDay: 1_000 },
    );
    await payOut(shop, input(1_000), under('k', input(1_000)));
    await payOut(production, input(1_000), under('k', input(1_000)));
    expect(await refusalOf(payOut(production, input(1), under('l', input(1))))).toMatchObject({ used: 1_000 });
  });

  it('need an Idempotency-Key unless the application has opted out', async () => {
    const shop = inProduction(byKey(await newShop(), 'one'));
    await configure(shop);
    const missing = { code: 'invalid_input', issues: [{ path: 'Idempotency-Key' }] };
    expect(await refusalOf(payOut(shop, input(1)))).toMatchObject(missing);
    expect(await refusalOf(reverse(shop, { transactionId: 'TJK0000001', amount: 1 }))).toMatchObject(missing);
    expect(await rowsOf(shop)).toEqual([]);
    await payOut(shop, input(1), under('k', input(1)));
    await setPolicy({ ...shop, actor: 'operator' }, { requireKey: false });
    await payOut(shop, input(1));
    expect(await rowsOf(shop)).toHaveLength(2);
  });
});
