import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endUnmatched } from '../inbox/index.ts';
import { insertPayment } from '../payments/payments.fixture.ts';
import { movableClock, seed, testContext } from '../testing/index.ts';
import {
  apply,
  eventsOf,
  inboxRow,
  newReceipt,
  newShop,
  postConfirmation,
  rowOf,
  rowsOf,
  type Shop,
} from './c2b.fixture.ts';
import { decideConfirmation } from './decide-confirmation.ts';
import { setC2bRules } from './index.ts';

const callbackId = '01990000-0000-7000-8000-000000000000';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

describe('the note of a decision', () => {
  it.each([
    ['a lone surrogate', 'seen \ud800', 'must not contain broken characters'],
    ['the other half', '\udc00', 'must not contain broken characters'],
    ['a null character', 'seen\u0000', 'must not contain broken characters'],
    ['blanks alone', '  ', 'must say why'],
    ['too many characters', 'x'.repeat(501), 'must be at most 500 characters'],
  ])('of %s is refused, and says what to change', async (_, note, message) => {
    const shop = (
      await seed(await testContext(test.database))
        .owner()
        .application()
        .mint()
    ).as('sandbox');
    await expect(decideConfirmation(shop, { callbackId, to: 'offline', note })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
      extras: { issues: [{ path: 'note', message }] },
    });
  });

  it('of any other characters is judged with what it is about', async () => {
    const shop = (
      await seed(await testContext(test.database))
        .owner()
        .application()
        .mint()
    ).as('sandbox');
    const note = 'Imeonekana 👍 — “sawa”';
    await expect(decideConfirmation(shop, { callbackId, to: 'offline', note })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a confirmation that waits', () => {
  const note = 'On the statement.';
  const newMerchant = async () => newShop({ ...(await testContext(test.database)), clock: movableClock() });

  /** It cannot be confirmed by the provider, so that a person has to decide. */
  async function held(shop: Shop): Promise<{ callbackId: string; receipt: string }> {
    await setC2bRules(shop, { ...shop.tenant, verifyFrom: 1 });
    const receipt = newReceipt();
    const callbackId = (await postConfirmation(shop, { transactionId: receipt })) ?? '';
    await apply(shop, callbackId);
    return { callbackId, receipt };
  }

  it('is decided by nobody of another merchant, nor for the other environment', async () => {
    const [shop, stranger] = [await newMerchant(), await newMerchant()];
    const { callbackId } = await held(shop);
    const elsewhere = { ...shop, tenant: { ...shop.tenant, environment: 'production' as const } };
    for (const who of [stranger, elsewhere]) {
      for (const to of ['offline', 'not_money'] as const) {
        await expect(decideConfirmation(who, { callbackId, to, note })).rejects.toMatchObject({ code: 'not_found' });
      }
    }
    expect(await rowsOf(shop)).toEqual([]);
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'received' });
  });

  it.each([
    ['of another amount', { amount: 101, requestedAmount: 101 }, 'otherShortcodeOrAmount'],
    ['of another shortcode', { shortcode: '999999' }, 'otherShortcodeOrAmount'],
    ['that failed', { status: 'failed' as const, resultCode: '1032', settledBy: 'callback' as const }, 'resolveFirst'],
    [
      'that is pending',
      { status: 'pending' as const, resultCode: null, settledBy: null, settledAt: null },
      'resolveFirst',
    ],
  ])('is not the receipt of a payment %s', async (_what, changes, name) => {
    const shop = await newMerchant();
    const { callbackId } = await held(shop);
    const at = shop.clock.now();
    const success = { status: 'success' as const, resultCode: '0', settledBy: 'query' as const, settledAt: at };
    const paymentId = await insertPayment(shop, { shortcode: shop.shortcode, amount: 100, ...success, ...changes });
    const before = await rowOf(shop, paymentId);
    await expect(decideConfirmation(shop, { callbackId, to: { paymentId }, note })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path: 'to.paymentId', name }] },
    });
    expect(await rowOf(shop, paymentId)).toEqual(before);
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'received' });
  });

  it('is not decided when its callback has ended and a killed process left it behind', async () => {
    const shop = await newMerchant();
    const { callbackId } = await held(shop);
    const success = { status: 'success' as const, resultCode: '0', settledBy: 'query' as const };
    const at = { settledAt: shop.clock.now() };
    const none = { ...at, providerReceipt: null };
    const paymentId = await insertPayment(shop, { shortcode: shop.shortcode, amount: 100, ...success, ...none });
    await endUnmatched(shop.db.pool, callbackId, 'Somebody decided that it is not money.');
    for (const to of ['offline', 'not_money', { paymentId }] as const) {
      await expect(decideConfirmation(shop, { callbackId, to, note })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await rowsOf(shop)).toMatchObject([{ id: paymentId, providerReceipt: null }]);
    expect(await eventsOf(shop)).toEqual([]);
  });

  it('is decided once: what comes second finds nothing, and announces nothing', async () => {
    const shop = await newMerchant();
    const { callbackId, receipt } = await held(shop);
    await decideConfirmation(shop, { callbackId, to: 'offline', note });
    for (const to of ['offline', 'not_money'] as const) {
      await expect(decideConfirmation(shop, { callbackId, to, note })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await rowsOf(shop)).toMatchObject([{ providerReceipt: receipt, status: 'success' }]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });
});
