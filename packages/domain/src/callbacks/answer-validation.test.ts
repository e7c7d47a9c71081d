import { openDatabase } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, newShop, postConfirmation, type Shop } from '../c2b/c2b.fixture.ts';
import { registerC2bUrls, setC2bRules } from '../c2b/index.ts';
import { memorySpool, movableClock, offlinePaymentCallback, type TestContext, testContext } from '../testing/index.ts';
import { answerValidation } from './answer-validation.ts';
import { applyCallback } from './apply-callback.ts';
import { drainCallbacks } from './drain-callbacks.ts';
import { replaySpool } from './replay-spool.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

type Asked = { token: string; body: Buffer };

async function shopWithHook(): Promise<{ shop: Shop; question(changes?: object): Asked }> {
  const shop = await newShop({ ...base, clock: movableClock() });
  const { confirmationUrl } = await registerC2bUrls(shop);
  const token = confirmationUrl.split('/').at(-1) ?? '';
  const question = (changes = {}) => {
    const whole = {
      transactionId: 'TKV0000001',
      amount: '100',
      shortcode: shop.shortcode,
      organizationBalance: '',
      ...changes,
    };
    return { token, body: Buffer.from(offlinePaymentCallback(whole)) };
  };
  return { shop, question };
}
const ask = (shop: Shop, asked: Asked, isMarked = true) =>
  answerValidation(shop, { ...asked, remoteIp: '127.0.0.1', isMarked });
const inbox = (shop: Shop) =>
  shop.db.prisma.providerCallback.findMany({ where: { kind: 'c2b_validation' } }).then(async (rows) => {
    const own = await shop.db.prisma.c2bRegistration.findMany({ where: shop.tenant });
    return rows.filter(({ subjectId }) => own.some(({ id }) => id === subjectId));
  });

describe('the answer', () => {
  it('accepts without rules, and keeps the question once', async () => {
    const { shop, question } = await shopWithHook();
    expect(await ask(shop, question())).toBe('0');
    expect(await ask(shop, question())).toBe('0');
    expect(await inbox(shop)).toMatchObject([{ state: 'applied', retryAt: null }]);
  });

  it("follows the application's rules, the list in any case of letters", async () => {
    const { shop, question } = await shopWithHook();
    await setC2bRules(shop, { ...shop.tenant, references: ['House 7'], amountMax: 500 });
    expect(await ask(shop, question({ billRefNumber: 'HOUSE 7' }))).toBe('0');
    expect(await ask(shop, question({ billRefNumber: 'HOUSE 8' }))).toBe('C2B00012');
    expect(await ask(shop, question({ billRefNumber: 'House 7', amount: '501' }))).toBe('C2B00013');
    expect(await ask(shop, question({ shortcode: '1' }))).toBe('C2B00015');
    expect(await ask(shop, { ...question(), body: Buffer.from('?') })).toBe('C2B00016');
  });

  it('is not found for a hook that is not there', async () => {
    const { shop, question } = await shopWithHook();
    for (const token of ['0'.repeat(64), 'x', '']) {
      await expect(ask(shop, { ...question(), token })).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('accepts when the database is unavailable, within 2 s: money is not refused because of us', async () => {
    const { shop, question } = await shopWithHook();
    const db = openDatabase('postgresql://nobody@127.0.0.1:1/none');
    try {
      expect(await ask({ ...shop, db }, question())).toBe('0');
    } finally {
      await db.close();
    }
  });

  it('ends although the database hangs, with the rule that was known by then', async () => {
    const { shop, question } = await shopWithHook();
    await setC2bRules(shop, { ...shop.tenant, amountMax: 50 });
    const hung = (after: number): Shop => {
      let left = after;
      const query = (...args: Parameters<typeof shop.db.pool.query>) => {
        left -= 1;
        return left < 0 ? new Promise(() => {}) : shop.db.pool.query(...args);
      };
      return { ...shop, db: { ...shop.db, pool: Object.assign(Object.create(shop.db.pool), { query }) } };
    };
    expect(await Promise.all([ask(hung(0), question()), ask(hung(1), question())])).toEqual(['0', 'C2B00013']);
  });
});

describe('a body without a balance that came to the confirmation URL', () => {
  const own = async (shop: Shop) => shop.db.prisma.payment.findMany({ where: shop.tenant });
  const applyAll = (shop: Shop) => drainCallbacks(shop);

  it('is money for an application without validation rules', async () => {
    const { shop, question } = await shopWithHook();
    expect(await ask(shop, question({ transactionId: 'TKV0000011' }), false)).toBe('0');
    await applyAll(shop);
    expect(await own(shop)).toMatchObject([{ source: 'c2b', status: 'success', providerReceipt: 'TKV0000011' }]);
  });

  it.each([
    ['a pattern', { referencePattern: 'INV.*' }],
    ['a list', { references: ['INV-1'] }],
    ['a smallest amount', { amountMin: 1 }],
    ['a largest amount', { amountMax: 500 }],
  ])('is a question for an application with %s', async (_what, rule) => {
    const { shop, question } = await shopWithHook();
    await setC2bRules(shop, { ...shop.tenant, ...rule });
    expect(await ask(shop, question({ billRefNumber: 'INV-1' }), false)).toBe('0');
    await applyAll(shop);
    expect(await own(shop)).toEqual([]);
    expect(await inbox(shop)).toMatchObject([{ kind: 'c2b_validation', state: 'received' }]);
  });

  it('is money again once the rules are taken away', async () => {
    const { shop, question } = await shopWithHook();
    await setC2bRules(shop, { ...shop.tenant, amountMax: 500 });
    await setC2bRules(shop, { ...shop.tenant, amountMax: null });
    await ask(shop, question({ transactionId: 'TKV0000012' }), false);
    await applyAll(shop);
    expect(await own(shop)).toMatchObject([{ providerReceipt: 'TKV0000012' }]);
  });

  it('and the confirmation with a balance are one payment and one event', async () => {
    const { shop, question } = await shopWithHook();
    await ask(shop, question({ transactionId: 'TKV0000013' }), false);
    await applyAll(shop);
    const confirmed = await postConfirmation(shop, { transactionId: 'TKV0000013', amount: '100' });
    await applyCallback(shop, confirmed ?? '');
    expect(await own(shop)).toHaveLength(1);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('is spooled when the database is unavailable, and stored as what it is afterwards', async () => {
    for (const [rules, kind] of [
      [{}, 'c2b_confirmation'],
      [{ amountMax: 500 }, 'c2b_validation'],
    ] as const) {
      const { shop, question } = await shopWithHook();
      await setC2bRules(shop, { ...shop.tenant, ...rules });
      const spool = memorySpool();
      const db = openDatabase('postgresql://nobody@127.0.0.1:1/none');
      try {
        expect(await ask({ ...shop, db, spool }, question(), false)).toBe('0');
      } finally {
        await db.close();
      }
      expect(spool.kept).toHaveLength(1);
      await replaySpool({ ...shop, spool });
      expect(spool.kept).toEqual([]);
      const { id: subjectId } = await shop.db.prisma.c2bRegistration.findFirstOrThrow({ where: shop.tenant });
      expect(await shop.db.prisma.providerCallback.findMany({ where: { subjectId } })).toMatchObject([{ kind }]);
    }
  });
});

describe('a hook of production', () => {
  it('answers and stores nothing for an address that is not the provider’s', async () => {
    const { shop, question } = await shopWithHook();
    await shop.db.prisma.c2bRegistration.updateMany({ where: shop.tenant, data: { environment: 'production' } });
    const closed = { ...shop, isProviderAddress: (address: string) => address === '196.201.214.200' };
    for (const isMarked of [true, false]) {
      await expect(ask(closed, question(), isMarked)).rejects.toMatchObject({ code: 'not_found' });
    }
    const { id: subjectId } = await shop.db.prisma.c2bRegistration.findFirstOrThrow({
      where: { applicationId: shop.tenant.applicationId },
    });
    expect(await shop.db.prisma.providerCallback.count({ where: { subjectId } })).toBe(0);
    expect(await shop.db.prisma.auditEntry.count({ where: { subjectId, action: 'callback.refused' } })).toBe(1);
    const asked = { ...question(), remoteIp: '196.201.214.200', isMarked: true };
    expect(await answerValidation(closed, asked)).toBe('0');
  });
});

describe('a question that came to the confirmation URL', () => {
  const later = async (shop: Shop, seconds: number) => {
    shop.clock.advance(seconds);
    shop.events.length = 0;
    await drainCallbacks(shop);
  };
  const flags = (shop: Shop) =>
    shop.db.prisma.auditEntry.count({
      where: { action: 'c2b_validation.unfollowed', applicationId: shop.tenant.applicationId },
    });

  it('is done with when its confirmation followed within ten minutes', async () => {
    const { shop, question } = await shopWithHook();
    await setC2bRules(shop, { ...shop.tenant, amountMax: 500 });
    await ask(shop, question({ transactionId: 'TKV0000002' }), false);
    const confirmed = await postConfirmation(shop, { transactionId: 'TKV0000002' });
    await applyCallback(shop, confirmed ?? '');
    await later(shop, 600);
    expect(await inbox(shop)).toMatchObject([{ state: 'applied' }]);
    expect(await flags(shop)).toBe(0);
  });

  it('is flagged once when none followed: it may have been money', async () => {
    const { shop, question } = await shopWithHook();
    await setC2bRules(shop, { ...shop.tenant, amountMax: 500 });
    await ask(shop, question({ transactionId: 'TKV0000003' }), false);
    await later(shop, 599);
    expect(await flags(shop)).toBe(0);
    await later(shop, 1);
    await later(shop, 600);
    expect(await inbox(shop)).toMatchObject([{ state: 'unmatched' }]);
    expect(await flags(shop)).toBe(1);
  });

  it('with the mark of the validation URL is never flagged', async () => {
    const { shop, question } = await shopWithHook();
    await ask(shop, question({ transactionId: 'TKV0000004' }));
    await later(shop, 3_600);
    expect(await flags(shop)).toBe(0);
  });
});
