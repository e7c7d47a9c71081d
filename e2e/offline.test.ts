import { createHash } from 'node:crypto';
import { setC2bRules } from '@tillgate/domain/c2b';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  confirmationOf,
  expectOnePayment,
  type OfflineWorld,
  startOfflineWorld,
  words,
} from './support/offline-world.ts';
import { until } from './support/until.ts';

/** Long enough that a confirmation which comes first is applied first, as a rule; the tests hold either way. */
const callbackDelayMs = 700;
const ordinary = {
  confirmStkPayments: false,
  confirmation: 'after',
  callbackDelayMs: 0,
  loseCallbacks: false,
} as const;

let world: OfflineWorld;
beforeAll(async () => {
  world = await startOfflineWorld();
});
afterAll(() => world.close());

const masked = (phone: string) => `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`;
const hashed = (phone: string) => createHash('sha256').update(phone).digest('hex');

describe('/c2b-register', () => {
  it('answers as the contract says, and the same hook however often it is repeated', async () => {
    const shop = await world.newShop();
    const first = await world.register(shop);
    expect(first.status).toBe(200);
    const hookUrl = expect.stringMatching(new RegExp(`^${world.stack.baseUrl}/c2b-hook/[0-9a-f]{64}`));
    expect(first.body).toEqual({
      registered: true,
      shortcode: shop.shortcode,
      confirmationUrl: hookUrl,
      validationUrl: hookUrl,
      responseCode: words,
      responseDescription: words,
    });
    const again = await world.register(shop);
    expect(again.status).toBe(200);
    expect(again.body.confirmationUrl).toBe(first.body.confirmationUrl);
    expect(again.body.validationUrl).toBe(first.body.validationUrl);
  });
});

describe('an offline payment', () => {
  it.each([
    ['masked, as usual', '254712345678', masked],
    ['masked', '254700081003', masked],
    ['hashed', '254700081002', hashed],
    ['plain', '254700081001', (phone: string) => phone],
  ])(
    'with the phone %s is validated, recorded once and announced once',

    async (_, phone, shown) => {
      const shop = await world.registeredShop();
      const payment = await world.pay(shop, { amount: 250, phone, reference: 'INV-7' });
      expect(payment).toMatchObject({ state: 'completed', validation: { verdict: 'accepted', resultCode: '0' } });
      expect(payment.confirmations.map(({ status }) => status)).toEqual(['delivered']);
      await expectOnePayment(world, shop, {
        source: 'c2b',
        amount: 250,
        phone: shown(phone),
        accountRef: 'INV-7',
        providerReceipt: payment.transactionId,
        checkoutRequestId: null,
      });
    },
  );

  it.each([
    ['twice at the same time', '254700080004', 2],
    ['late', '254700080003', 1],
    ['without having been validated', '254700081009', 1],
  ])('confirmed %s is one payment and one event', async (_, phone, confirmations) => {
    const shop = await world.registeredShop();
    const payment = await world.pay(shop, { amount: 251, phone, reference: 'INV-8' }, confirmations);
    expect(payment.confirmations.map(({ status }) => status)).toEqual(Array(confirmations).fill('delivered'));
    await expectOnePayment(world, shop, {
      source: 'c2b',
      amount: 251,
      phone: masked(phone),
      accountRef: 'INV-8',
      providerReceipt: payment.transactionId,
      checkoutRequestId: null,
    });
  });

  it('that the rules refuse is refused by its code and leaves nothing behind; the next right one goes through', async () => {
    const shop = await world.registeredShop();
    const { applicationId } = shop.merchant;
    const rules = { references: ['INV-9'], amountMin: 50, amountMax: 500 };
    await setC2bRules(shop.merchant.as(), { applicationId, environment: 'sandbox', ...rules });
    const right = { amount: 252, phone: '254712345679', reference: 'INV-9' };
    for (const [wrong, code] of [
      [{ reference: 'INV-0' }, 'C2B00012'],
      [{ amount: 49 }, 'C2B00013'],
      [{ amount: 501 }, 'C2B00013'],
    ] as const) {
      const refused = await world.pay(shop, { ...right, ...wrong });
      expect(refused).toMatchObject({ state: 'rejected', validation: { verdict: 'rejected', resultCode: code } });
      expect(refused.confirmations).toEqual([]);
    }
    await world.calm();
    expect(await world.paymentsOf(shop)).toEqual([]);
    expect(world.webhooksOf(shop)).toEqual([]);

    const { transactionId: providerReceipt } = await world.pay(shop, right);
    const { amount, phone } = right;
    await expectOnePayment(world, shop, {
      source: 'c2b',
      amount,
      phone: masked(phone),
      accountRef: 'INV-9',
      providerReceipt,
      checkoutRequestId: null,
    });
  });

  it('that was validated and then given up leaves nothing behind', async () => {
    const shop = await world.registeredShop();
    const given = await world.pay(shop, { amount: 253, phone: '254700081010', reference: 'INV-10' });
    expect(given).toMatchObject({ state: 'abandoned', validation: { verdict: 'accepted' } });
    await world.calm();
    expect(await world.paymentsOf(shop)).toEqual([]);
    expect(world.webhooksOf(shop)).toEqual([]);
  });
});

describe('a prompt whose money is confirmed a second time', () => {
  it.each([
    ['after its callback, phone masked', 'after', 'v2', {}],
    ['before its callback, phone masked', 'before', 'v2', {}],
    ['after its callback, phone hashed', 'after', 'v1', {}],
    ['before its callback, phone hashed', 'before', 'v1', {}],
    ['although its callback was lost', 'after', 'v2', { loseCallbacks: true }],
  ] as const)(
    '%s, is one payment and one event with its receipt',

    async (_, confirmation, version, lost) => {
      const shop = await world.registeredShop(version);
      const delayMs = confirmation === 'before' ? callbackDelayMs : 0;
      await world.provider.settings({
        ...ordinary,
        confirmStkPayments: true,
        confirmation,
        callbackDelayMs: delayMs,
        ...lost,
      });
      const body = { amount: 300, phone: '254713000300', accountReference: 'STK-1' };
      const answer = await world.collect(shop, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      const checkoutRequestId = String(answer.body.checkoutRequestId);
      const prompt = await until('both doors', async () => {
        const seen = await world.provider.prompt(checkoutRequestId);
        return seen.callbacks.length === 1 && seen.confirmations.length === 1 ? seen : undefined;
      });
      expect(prompt.confirmations.map(({ status }) => status)).toEqual(['delivered']);
      expect(prompt.outcome?.receipt).toMatch(/^[A-Z0-9]{10}$/);
      await expectOnePayment(world, shop, {
        source: 'stk',
        amount: body.amount,
        phone: body.phone,
        accountRef: 'STK-1',
        providerReceipt: prompt.outcome?.receipt ?? null,
        checkoutRequestId,
      });
    },
  );

  it('stays one payment when old confirmations of it come again, also in another form', async () => {
    const shop = await world.newShop();
    const { confirmationUrl } = (await world.register(shop)).body;
    await world.provider.settings({ ...ordinary, confirmStkPayments: true });
    const body = { amount: 420, phone: '254713100420', accountReference: 'AGAIN' };
    const answer = await world.collect(shop, body);
    expect(answer.status).toBe(202);
    const webhook = await world.webhook(shop);
    const providerReceipt = String(webhook.body.data.providerReceipt);
    const repeats = [masked(body.phone), hashed(body.phone), body.phone, '', masked(body.phone)];
    const statuses = await Promise.all(
      repeats.map(async (MSISDN) => {
        const again = confirmationOf({ shop, receipt: providerReceipt, amount: '420.00', MSISDN });
        return (await fetch(String(confirmationUrl), { method: 'POST', body: JSON.stringify(again) })).status;
      }),
    );
    expect(statuses).toEqual(repeats.map(() => 200));
    await expectOnePayment(world, shop, {
      source: 'stk',
      amount: 420,
      phone: body.phone,
      accountRef: 'AGAIN',
      providerReceipt,
      checkoutRequestId: String(answer.body.checkoutRequestId),
    });
  });

  it('does not swallow an offline payment of the same customer', async () => {
    const shop = await world.registeredShop();
    await world.provider.settings({ ...ordinary, confirmStkPayments: true });
    const asked = { amount: 410, phone: '254713100410' };
    const body = { ...asked, accountReference: 'BOTH' };
    const answer = await world.collect(shop, body);
    expect(answer.status).toBe(202);
    await world.webhook(shop);
    const offline = await world.pay(shop, { ...asked, reference: 'BOTH' });
    await world.webhook(shop, 1);
    await world.calm();
    const prompt = await world.provider.prompt(String(answer.body.checkoutRequestId));
    const found = (await world.paymentsOf(shop)).map(({ source, providerReceipt }) => [source, providerReceipt]).sort();
    expect(found).toEqual([
      ['c2b', offline.transactionId],
      ['stk', prompt.outcome?.receipt],
    ]);
    expect(world.webhooksOf(shop).map(({ event }) => event)).toEqual(['payment.success', 'payment.success']);
  });
});
