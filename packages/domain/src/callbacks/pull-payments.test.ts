import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apply,
  auditOf,
  eventsOf,
  newPrompt,
  newReceipt,
  newShop,
  postConfirmation,
  postOutcome,
  rowOf,
  rowsOf,
  type Shop,
} from '../c2b/c2b.fixture.ts';
import { getPulledPayments, registerC2bUrls, setC2bRules, setPulledPayments } from '../c2b/index.ts';
import { queryPayment } from '../payments/index.ts';
import { movableClock, offlinePaymentCallback, type TestContext, testContext, told } from '../testing/index.ts';
import { drainCallbacks } from './drain-callbacks.ts';
import { pullPayments } from './pull-payments.ts';
import { pullEverySeconds, sweepPulls } from './sweep-pulls.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const number = '254722000000';

/** A shop whose payments are pulled. */
async function pulledShop(): Promise<Shop & { registrationId: string }> {
  const shop = await newShop({ ...base, clock: movableClock() });
  await registerC2bUrls(shop);
  await setPulledPayments({ ...shop, actor: 'operator' }, { ...shop.tenant, nominatedPhone: number });
  const { id } = await shop.db.prisma.c2bRegistration.findFirstOrThrow({ where: shop.tenant });
  return { ...shop, registrationId: id };
}

/** A row of the provider's list. */
const listed = (
  shop: Shop,
  receipt: string,
  amount = '100',
  transactionType = 'c2b-pay-bill-debit',
  paidAt: string | null = null,
) => ({
  receipt,
  transactionType,
  body: offlinePaymentCallback({
    transactionId: receipt,
    amount,
    shortcode: shop.shortcode,
    billRefNumber: 'INV-9',
    phone: '254712345126',
    transactionType,
    paidAt,
  }),
});

const page = (...payments: ReturnType<typeof listed>[]) => ({
  kind: 'accepted' as const,
  payments,
  rows: payments.length,
});

/** Pulls, and applies what came into the inbox. */
async function pull(shop: Shop & { registrationId: string }) {
  shop.events.length = 0;
  const pulled = await pullPayments(shop, shop);
  await drainCallbacks(shop);
  return pulled;
}

describe('pulled payments', () => {
  it('are registered with the provider once, and end when they are switched off', async () => {
    const shop = await pulledShop();
    await pull(shop);
    shop.clock.advance(pullEverySeconds);
    await pull(shop);
    expect(shop.provider.pullRegistrations.calls.map(({ request }) => request)).toEqual([
      { nominatedNumber: number, callbackUrl: expect.stringMatching(/\/pull$/) },
    ]);
    await setPulledPayments({ ...shop, actor: 'operator' }, { ...shop.tenant, nominatedPhone: null });
    expect(await pull(shop)).toEqual({ kind: 'off' });
    expect(await auditOf(shop, shop.registrationId)).toEqual([
      'c2b.registered',
      'c2b_pull.changed',
      'c2b_pull.changed',
    ]);
  });

  it('record a payment whose confirmation never came, once, and announce it', async () => {
    const shop = await pulledShop();
    const receipt = newReceipt();
    shop.provider.pulls.answer(page(listed(shop, receipt, '250')), page());
    expect(await pull(shop)).toEqual({ kind: 'pulled', rows: 1, stored: 1, leftOut: [] });
    expect(await rowsOf(shop)).toMatchObject([
      { source: 'c2b', status: 'success', amount: 250, providerReceipt: receipt, accountRef: 'INV-9' },
    ]);
    expect(await eventsOf(shop)).toHaveLength(1);
    shop.provider.pulls.answer(page(listed(shop, receipt, '250')), page());
    expect(await pull(shop)).toEqual({ kind: 'pulled', rows: 1, stored: 0, leftOut: [] });
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('leave what is held for a decision', async () => {
    const shop = await pulledShop();
    await setC2bRules(shop, { ...shop.tenant, verifyFrom: 1 });
    const transactionId = newReceipt();
    await apply(shop, await postConfirmation(shop, { transactionId }));
    shop.provider.pulls.answer(page(listed(shop, transactionId)), page());
    expect(await pull(shop)).toEqual({ kind: 'pulled', rows: 1, stored: 0, leftOut: [] });
    expect(await rowsOf(shop)).toEqual([]);
    expect(await shop.db.prisma.heldConfirmation.count({ where: shop.tenant })).toBe(1);
  });

  it('are dated by the time when the customer paid', async () => {
    const shop = await pulledShop();
    const paidAt = new Date(shop.clock.now().getTime() - 40 * 3_600_000);
    const row = listed(shop, newReceipt(), '100', 'Pay Bill', paidAt.toISOString());
    shop.provider.pulls.answer(page(row), page());
    await pull(shop);
    expect(await rowsOf(shop)).toMatchObject([{ source: 'c2b', createdAt: paidAt, settledAt: shop.clock.now() }]);
  });

  it('leave what was confirmed in the ordinary way, and a confirmation that comes later changes nothing', async () => {
    const shop = await pulledShop();
    const [confirmed, late] = [newReceipt(), newReceipt()];
    await apply(shop, await postConfirmation(shop, { transactionId: confirmed }));
    shop.provider.pulls.answer(page(listed(shop, confirmed), listed(shop, late)), page());
    expect(await pull(shop)).toMatchObject({ rows: 2, stored: 1 });
    await apply(shop, await postConfirmation(shop, { transactionId: late }));
    expect((await rowsOf(shop)).map(({ providerReceipt }) => providerReceipt)).toEqual([confirmed, late]);
    expect(await eventsOf(shop)).toHaveLength(2);
  });

  it('never make a second payment of a prompt that is paid, whose callback comes before or after', async () => {
    const shop = await pulledShop();
    const receipt = newReceipt();
    const prompt = await newPrompt(shop);
    shop.clock.advance(60);
    shop.provider.pulls.answer(page(listed(shop, receipt)), page());
    await pull(shop);
    expect(await rowsOf(shop)).toMatchObject([{ id: prompt.paymentId, status: 'pending', providerReceipt: null }]);
    await apply(shop, await postOutcome(shop, prompt, receipt));
    shop.provider.pulls.answer(page(listed(shop, receipt)), page());
    await pull(shop);
    expect(await rowsOf(shop)).toMatchObject([{ id: prompt.paymentId, status: 'success', providerReceipt: receipt }]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('give their receipt to a prompt whose callback was lost, after the provider was asked about it', async () => {
    const shop = await pulledShop();
    const receipt = newReceipt();
    const prompt = await newPrompt(shop, { phone: '254712345126', accountReference: 'INV-9' });
    shop.clock.advance(30);
    shop.provider.pulls.answer(page(listed(shop, receipt)), page());
    await pull(shop);
    shop.provider.queries.answer(told('0', 'processed'));
    await queryPayment(shop, prompt.paymentId);
    shop.clock.advance(10);
    const held = await shop.db.prisma.heldConfirmation.findMany({ where: shop.tenant });
    for (const { callbackId } of held) await apply(shop, callbackId);
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success', providerReceipt: receipt });
    expect(await rowsOf(shop)).toHaveLength(1);
  });

  it('are read page by page, from two hours before the last time on, and never further back than the provider has', async () => {
    const shop = await pulledShop();
    const [first, second] = [newReceipt(), newReceipt()];
    shop.provider.pulls.answer(page(listed(shop, first)), page(listed(shop, second)), page());
    await pull(shop);
    const since = shop.clock.now();
    shop.clock.advance(pullEverySeconds);
    await pull(shop);
    const asked = shop.provider.pulls.calls.map(({ request }) => request);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 1, 2, 0]);
    expect(asked[0]).toMatchObject({ from: new Date(since.getTime() - 47 * 3_600_000), to: since });
    expect(asked[3]).toMatchObject({ from: new Date(since.getTime() - 2 * 3_600_000), to: shop.clock.now() });
    shop.clock.advance(5 * 24 * 3_600);
    await pull(shop);
    const latest = shop.provider.pulls.calls.at(-1)?.request;
    expect(latest?.from).toEqual(new Date(shop.clock.now().getTime() - 47 * 3_600_000));
  });

  it('end with a list that does not move on', async () => {
    const shop = await pulledShop();
    const same = page(listed(shop, newReceipt()));
    shop.provider.pulls.answer(same, same, same);
    expect(await pull(shop)).toEqual({ kind: 'pulled', rows: 1, stored: 1, leftOut: [] });
  });

  it.each([
    'c2b-pay-bill-debit',
    'c2b-buy-goods-debit',
    'Organization To Organization Transfer',
    'b2b-pay-bill',
    'Pay Bill Online',
    'Customer Merchant Payment',
    'something-new',
    '',
  ])('take every row that is money in, whatever its type is called: %j', async (type) => {
    const shop = await pulledShop();
    const receipt = newReceipt();
    shop.provider.pulls.answer(page(listed(shop, receipt, '100', type)), page());
    expect(await pull(shop)).toEqual({ kind: 'pulled', rows: 1, stored: 1, leftOut: [] });
    expect(await rowsOf(shop)).toMatchObject([{ providerReceipt: receipt, amount: 100 }]);
  });

  it('leave out money that went out and rows that nobody can read, and say so', async () => {
    const shop = await pulledShop();
    const types = ['b2c-business-payment', 'b2c-business-payment', 'Pay Bill Reversal', 'pay-merchant-charge'];
    const out = types.map((type) => listed(shop, newReceipt(), '100', type));
    shop.provider.pulls.answer({ ...page(...out, listed(shop, newReceipt())), rows: 7 }, page());
    const leftOut = [
      { type: 'b2c-business-payment', count: 2 },
      { type: 'Pay Bill Reversal', count: 1 },
      { type: 'pay-merchant-charge', count: 1 },
      { type: null, count: 2 },
    ];
    expect(await pull(shop)).toEqual({ kind: 'pulled', rows: 7, stored: 1, leftOut });
    expect((await getPulledPayments(shop, shop.tenant)).pullLeftOut).toEqual(leftOut);
    expect(await rowsOf(shop)).toHaveLength(1);
    await pull(shop);
    expect((await getPulledPayments(shop, shop.tenant)).pullLeftOut).toEqual([]);
  });

  it('say why they stopped, and are pulled from the same time on when it works again', async () => {
    const shop = await pulledShop();
    await pull(shop);
    const before = await getPulledPayments(shop, shop.tenant);
    shop.clock.advance(pullEverySeconds);
    shop.provider.pulls.answer({ kind: 'unknown', cause: 'The provider sent no answer.' });
    expect(await pull(shop)).toMatchObject({ kind: 'stopped' });
    const failed = await getPulledPayments(shop, shop.tenant);
    expect(failed).toMatchObject({ isOn: true, pulledTo: before.pulledTo });
    expect(failed.pullError).toMatch(/did not list payments: The provider sent no answer/);
    await pull(shop);
    expect(await getPulledPayments(shop, shop.tenant)).toMatchObject({ pullError: null, pulledTo: shop.clock.now() });
  });

  it('of a shop without credentials stop with a sentence', async () => {
    const shop = await pulledShop();
    await shop.db.prisma.providerCredential.deleteMany({ where: shop.tenant });
    expect(await pull(shop)).toEqual({ kind: 'stopped', reason: expect.stringMatching(/\.$/) });
  });
});

describe('the sweep', () => {
  it('has each registration pulled every ten minutes, by one worker', async () => {
    const shop = await pulledShop();
    const due = async () => {
      shop.events.length = 0;
      await Promise.all([sweepPulls(shop), sweepPulls(shop)]);
      return shop.events.filter(({ data }) => 'registrationId' in data && data.registrationId === shop.registrationId);
    };
    expect(await due()).toHaveLength(1);
    expect(await due()).toHaveLength(0);
    shop.clock.advance(pullEverySeconds);
    expect(await due()).toHaveLength(1);
    await setPulledPayments({ ...shop, actor: 'operator' }, { ...shop.tenant, nominatedPhone: null });
    shop.clock.advance(pullEverySeconds);
    expect(await due()).toHaveLength(0);
  });
});

describe('setting it', () => {
  it('needs registered URLs and a phone number, and shows no number', async () => {
    const shop = await newShop({ ...base, clock: movableClock() });
    const set = (nominatedPhone: string) =>
      setPulledPayments({ ...shop, actor: 'operator' }, { ...shop.tenant, nominatedPhone });
    await expect(set(number)).rejects.toMatchObject({ code: 'not_found' });
    await registerC2bUrls(shop);
    await expect(set('12')).rejects.toMatchObject({ code: 'invalid_input' });
    const state = await set('0722000000');
    expect(state).toMatchObject({ isOn: true, pullRegisteredAt: null, pulledTo: null, pullError: null });
    expect(JSON.stringify(state)).not.toContain('722000000');
  });
});
