import { createHash } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainCallbacks } from '../callbacks/index.ts';
import { endUnmatched } from '../inbox/index.ts';
import { getPaymentStatus, linkPayments, queryPayment, settlePayment, sweepPayments } from '../payments/index.ts';
import { insertPayment } from '../payments/payments.fixture.ts';
import { sumHeld } from '../reading/payments/index.ts';
import { movableClock, type TestContext, testContext, told, waitingForLocks } from '../testing/index.ts';
import {
  apply,
  auditOf,
  eventsOf,
  inboxRow,
  newPrompt,
  newReceipt,
  newShop,
  type Prompt,
  postConfirmation,
  postOutcome,
  postReceiptStatus,
  rowOf,
  rowsOf,
  type Shop,
} from './c2b.fixture.ts';
import { askAboutReceipt, decideConfirmation, setC2bRules } from './index.ts';

/** Stories of each kind, more with TILLGATE_LONG_TESTS=1. */
const storiesMax = process.env.TILLGATE_LONG_TESTS === '1' ? 400 : 20;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** With a clock of its own. */
const shopOf = (given?: Parameters<typeof newShop>[1]) => newShop({ ...base, clock: movableClock() }, given);

/** Time goes on, with the sweeps that a worker runs. */
async function pass(shop: Shop, seconds: number): Promise<void> {
  shop.clock.advance(seconds);
  shop.events.length = 0;
  await drainCallbacks(shop);
  for (const { name, data } of [...shop.events]) {
    if (name === 'payment.query_due' && 'paymentId' in data) await queryPayment(shop, data.paymentId);
    if (name === 'confirmation.question_due') await askAboutReceipt(shop, data);
  }
  await sweepPayments(shop);
}

async function passAll(shop: Shop, seconds: number[]): Promise<void> {
  for (const each of seconds) await pass(shop, each);
}

/** Confirmations that wait. */
async function heldOf(shop: Shop) {
  const rows = await shop.db.prisma.heldConfirmation.findMany({ where: shop.tenant });
  const open = await shop.db.prisma.providerCallback.findMany({ where: { state: 'received' }, select: { id: true } });
  return rows.filter(({ callbackId }) => open.some(({ id }) => id === callbackId));
}
const reviewsOf = (shop: Shop) => shop.db.prisma.review.findMany({ where: { ...shop.tenant, status: 'open' } });

/** Posts the provider's answer to each question about a receipt. */
async function reportReceipts(
  shop: Shop,
  report: (receipt: string | null) => { amount: string; debitParty: string | null; transactionStatus?: string },
): Promise<void> {
  const asked = await shop.db.prisma.inquiry.findMany({ where: { ...shop.tenant, status: 'pending' } });
  expect(asked.length).toBeGreaterThan(0);
  for (const { callbackToken, transactionId } of asked) {
    await postReceiptStatus(shop, callbackToken, report(transactionId));
  }
}

const querySays = (shop: Shop, resultCode: string) => shop.provider.queries.answer(told(resultCode, 'processed'));

/** What a query tells of a prompt that was paid. */
const paidByQuery = {
  door: 'query' as const,
  outcome: 'success' as const,
  merchantRequestId: null,
  checkoutRequestId: null,
  resultCode: '0',
  resultDesc: 'processed',
  receipt: null,
  amount: null,
};

describe('a confirmation that no prompt explains', () => {
  it('becomes a payment with the source c2b, announced at once in the envelope of all payments', async () => {
    const shop = await shopOf();
    const receipt = newReceipt();
    const callbackId = await postConfirmation(shop, {
      transactionId: receipt,
      amount: '200000.00',
      billRefNumber: 'HOUSE 7',
    });
    shop.events.length = 0;
    await apply(shop, callbackId);
    const [row, ...more] = await rowsOf(shop);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      source: 'c2b',
      status: 'success',
      amount: 200_000,
      settledBy: 'c2b',
      needsReview: false,
    });
    expect(await eventsOf(shop)).toEqual([
      {
        type: 'payment.success',
        created: Math.floor(shop.clock.now().getTime() / 1000),
        data: {
          paymentId: row?.id,
          applicationId: shop.tenant.applicationId,
          env: 'sandbox',
          status: 'success',
          amount: 200_000,
          phone: '2547 ***** 126',
          accountRef: 'HOUSE 7',
          providerReceipt: receipt,
          checkoutRequestId: null,
          resultCode: 0,
          resultDesc: 'Confirmed by the provider.',
          decoded: null,
        },
      },
    ]);
    expect(shop.events).toMatchObject([{ name: 'deliveries.waiting' }]);
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied', retryAt: null });
  });

  it('is one payment and one event, however often and in however many forms it comes', async () => {
    const shop = await shopOf();
    const receipt = newReceipt();
    const ids = [
      await postConfirmation(shop, { transactionId: receipt }),
      await postConfirmation(shop, { transactionId: receipt }),
      await postConfirmation(shop, { transactionId: receipt, organizationBalance: '7' }),
      await postConfirmation(shop, { transactionId: receipt, amount: '100.00' }),
    ];
    expect(ids[1]).toBeUndefined();
    await Promise.all([...ids, ...ids].map((id) => apply(shop, id)));
    expect(await rowsOf(shop)).toHaveLength(1);
    expect(await eventsOf(shop)).toHaveLength(1);
    for (const id of ids) if (id) expect(await inboxRow(shop, id)).toMatchObject({ state: 'applied' });
  });

  it('keeps the balance that it told, once', async () => {
    const shop = await shopOf();
    const transactionId = newReceipt();
    const paidAt = shop.clock.now().toISOString();
    await apply(shop, await postConfirmation(shop, { transactionId, paidAt, organizationBalance: '14837.50' }));
    await apply(shop, await postConfirmation(shop, { transactionId, paidAt, organizationBalance: '7' }));
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt(), paidAt, organizationBalance: '' }));
    expect(await shop.db.prisma.confirmationBalance.findMany({ where: shop.tenant })).toEqual([
      {
        ...shop.tenant,
        shortcode: shop.shortcode,
        receipt: transactionId,
        paidAt: new Date(paidAt),
        amountCents: 10_000n,
        balanceCents: 1_483_750n,
      },
    ]);
  });

  it('keeps a fraction exactly, sends whole KES, and asks for a look', async () => {
    const shop = await shopOf();
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt(), amount: '99.5', phone: '' }));
    const [row] = await rowsOf(shop);
    expect(row).toMatchObject({ amount: 99, exactAmount: '99.50', needsReview: true, phone: null });
    expect((await eventsOf(shop))[0]?.data).toMatchObject({ amount: 99, phone: null });
    expect(await auditOf(shop, row?.id ?? '')).toEqual(['payment.review_needed']);
  });

  it('is dated by the time when the customer paid, however late it comes', async () => {
    const shop = await shopOf();
    const now = shop.clock.now().getTime();
    const day = 24 * 3_600_000;
    const told = [now - 89 * day, now - 3 * day, now - 2_000, now + 60_000];
    for (const paidAt of told) {
      const callbackId = await postConfirmation(shop, {
        transactionId: newReceipt(),
        paidAt: new Date(paidAt).toISOString(),
      });
      await apply(shop, callbackId);
    }
    const rows = await rowsOf(shop);
    // A clock that is a minute ahead says that it was just now.
    expect(rows.map(({ createdAt }) => createdAt.getTime() - now)).toEqual([-89 * day, -3 * day, -2_000, 0]);
    expect(rows.map(({ settledAt }) => (settledAt?.getTime() ?? 0) - now)).toEqual([0, 0, 0, 0]);
    expect(await reviewsOf(shop)).toEqual([]);
  });

  it.each([
    ['the future', 6 * 60_000],
    ['more than 90 days ago', -91 * 24 * 3_600_000],
  ])('from %s is dated by its arrival, and asks for a look', async (_, ahead) => {
    const shop = await shopOf();
    const paidAt = new Date(shop.clock.now().getTime() + ahead).toISOString();
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt(), paidAt }));
    const [row] = await rowsOf(shop);
    expect(row).toMatchObject({ createdAt: shop.clock.now(), needsReview: true });
    const reportedTime = paidAt.slice(0, 19).replace('T', ' ');
    expect(await reviewsOf(shop)).toMatchObject([
      { reason: 'time_implausible', subjectId: row?.id, detail: { reportedTime } },
    ]);
  });

  it('without a time that can be read is dated by its arrival, and asks for a look', async () => {
    const shop = await shopOf();
    const told = { transactionId: newReceipt(), paidAt: null, unreadableTime: '2026-13-45 99:00' };
    await apply(shop, await postConfirmation(shop, told));
    const [row] = await rowsOf(shop);
    expect(row).toMatchObject({ createdAt: shop.clock.now(), needsReview: true });
    expect(await reviewsOf(shop)).toMatchObject([
      { reason: 'time_implausible', subjectId: row?.id, detail: { reportedTime: '2026-13-45 99:00' } },
    ]);
  });

  it.each([
    ['of another shortcode', { shortcode: '999999' }],
    ['of nothing', { amount: '0.00' }],
    ['of more than there is', { amount: '99999999999' }],
    ['of no readable amount', { amount: 'much' }],
  ])('%s is no payment, and stays on record', async (_what, changes) => {
    const shop = await shopOf();
    const callbackId = await postConfirmation(shop, { transactionId: newReceipt(), ...changes });
    await apply(shop, callbackId);
    expect(await rowsOf(shop)).toEqual([]);
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'unmatched' });
  });

  it('with text that cannot be stored is recorded all the same', async () => {
    const shop = await shopOf();
    const odd = { transactionId: newReceipt(), billRefNumber: 'A\u0000B\ud800', phone: '\u0000' };
    await apply(shop, await postConfirmation(shop, odd));
    expect(await rowsOf(shop)).toMatchObject([{ accountRef: 'AB\ufffd', status: 'success' }]);
  });
});

describe('a confirmation of a prompt', () => {
  it('never settles it: the prompt is asked about, its callback settles it, and one event goes out', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    const receipt = newReceipt();
    shop.clock.advance(20);
    shop.events.length = 0;
    const callbackId = await postConfirmation(shop, { transactionId: receipt, phone: '254712345126' });
    await apply(shop, callbackId);
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'pending' });
    expect(shop.events).toContainEqual(
      expect.objectContaining({
        name: 'payment.query_due',
        data: expect.objectContaining({ paymentId: prompt.paymentId }),
      }),
    );
    await apply(shop, await postOutcome(shop, prompt, receipt));
    await pass(shop, 5);
    const { checkoutRequestId } = prompt;
    expect((await eventsOf(shop)).map(({ data }) => data)).toMatchObject([
      { paymentId: prompt.paymentId, providerReceipt: receipt, checkoutRequestId, phone: '254712345126' },
    ]);
    expect(await rowsOf(shop)).toHaveLength(1);
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied' });
    expect(await heldOf(shop)).toEqual([]);
  });

  it('after its callback changes nothing', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    const receipt = newReceipt();
    await apply(shop, await postOutcome(shop, prompt, receipt));
    await apply(
      shop,
      await postConfirmation(shop, { transactionId: receipt, phone: 'whoever', billRefNumber: 'other' }),
    );
    expect(await rowsOf(shop)).toHaveLength(1);
    expect(await eventsOf(shop)).toHaveLength(1);
    expect(await reviewsOf(shop)).toEqual([]);
  });

  it('brings the receipt that a query could not, before the event goes out', async () => {
    for (const [phone, seconds] of [
      ['254712345126', 0],
      ['2547 ***** 126', 5],
    ] as const) {
      const shop = await shopOf();
      const prompt = await newPrompt(shop);
      querySays(shop, '0');
      await queryPayment(shop, prompt.paymentId);
      expect(await eventsOf(shop)).toEqual([]);
      const receipt = newReceipt();
      await apply(shop, await postConfirmation(shop, { transactionId: receipt, phone }));
      if (seconds > 0) await pass(shop, seconds);
      expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([receipt]);
      expect(await getPaymentStatus(shop, prompt.paymentId)).toMatchObject({
        resultDesc: 'processed',
        providerReceipt: receipt,
      });
    }
  });

  it('at a quiet till is paired by its phone after a while, under either of its numbers', async () => {
    const shop = await shopOf({ product: 'till', tillNumber: '512345' });
    for (const shortcode of [shop.shortcode, '512345', '']) {
      const prompt = await newPrompt(shop, { amount: 100 + shortcode.length });
      querySays(shop, '0');
      await queryPayment(shop, prompt.paymentId);
      const transactionId = newReceipt();
      const amount = String(100 + shortcode.length);
      await apply(shop, await postConfirmation(shop, { transactionId, shortcode, billRefNumber: '', amount }));
      await passAll(shop, [60, 60, 10]);
      expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success', providerReceipt: transactionId });
    }
    expect(await eventsOf(shop)).toHaveLength(3);
  });

  it.each([
    ['more than five minutes ago', 301, {}],
    ['of another amount', 1, { amount: '101' }],
    ['of nearly that amount', 1, { amount: '100.50' }],
    ['of another phone, at no reference', 1, { phone: '254700000001', billRefNumber: '' }],
  ])('%s is not about it', async (_what, seconds, changes) => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    shop.clock.advance(seconds);
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt(), ...changes }));
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'pending' });
    expect(await rowsOf(shop)).toHaveLength(2);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('that has failed is not about it: the customer paid in another way', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    await apply(shop, await postOutcome(shop, prompt));
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt() }));
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'failed' });
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('that says that it was paid earlier is compared with the prompts of that time', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    shop.clock.advance(3_600);
    const paidAt = new Date(shop.clock.now().getTime() - 3_590_000).toISOString();
    const callbackId = await postConfirmation(shop, { transactionId: newReceipt(), paidAt });
    await apply(shop, callbackId);
    expect(await heldOf(shop)).toHaveLength(1);
    await apply(shop, await postOutcome(shop, prompt));
    await pass(shop, 5);
    expect((await rowsOf(shop)).map(({ source, status }) => [source, status])).toEqual([
      ['stk', 'failed'],
      ['c2b', 'success'],
    ]);
  });
});

describe('money of somebody else', () => {
  it('whose number ends in the same three digits never pays for an open prompt, and is recorded', async () => {
    const shop = await shopOf({ product: 'till', tillNumber: '555001' });
    const prompt = await newPrompt(shop);
    const receipt = newReceipt();
    const till = { shortcode: '555001', billRefNumber: '', phone: '2547 ***** 126' };
    await apply(shop, await postConfirmation(shop, { transactionId: receipt, ...till }));
    expect(await eventsOf(shop)).toEqual([]);
    await apply(shop, await postOutcome(shop, prompt));
    await pass(shop, 5);
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'failed' });
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([receipt]);
    expect((await rowsOf(shop)).filter(({ source }) => source === 'c2b')).toHaveLength(1);
  });

  it('or of the same person at the counter never pays for a web order that was not answered', async () => {
    const shop = await shopOf({ product: 'till', tillNumber: '555002' });
    const online = await newPrompt(shop, { phone: '254712000111', amount: 5_000, accountReference: 'WEB-77' });
    const counter = { shortcode: '555002', billRefNumber: '', phone: '254712000111', amount: '5000' };
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt(), ...counter }));
    expect(await rowOf(shop, online.paymentId)).toMatchObject({ status: 'pending' });
    querySays(shop, '1037');
    await pass(shop, 5);
    await pass(shop, 5);
    expect(await rowOf(shop, online.paymentId)).toMatchObject({ status: 'failed', resultCode: '1037' });
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('does not become the receipt of a success whose callback was lost', async () => {
    const shop = await shopOf({ product: 'till', tillNumber: '555003' });
    const prompt = await newPrompt(shop);
    shop.clock.advance(15);
    const till = { shortcode: '555003', billRefNumber: '' };
    const [strange, own] = [newReceipt(), newReceipt()];
    const strangers = await postConfirmation(shop, { ...till, transactionId: strange, phone: 'ab'.repeat(32) });
    await apply(shop, strangers);
    querySays(shop, '0');
    await queryPayment(shop, prompt.paymentId);
    shop.clock.advance(3);
    const ours = await postConfirmation(shop, { ...till, transactionId: own, phone: 'cd'.repeat(32) });
    await apply(shop, ours);
    await passAll(shop, [20, 60, 60, 240, 300, 3_600]);
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success', providerReceipt: null });
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([null]);
    expect((await reviewsOf(shop)).map(({ subjectId, reason }) => [subjectId, reason]).sort()).toEqual(
      [strangers, ours].map((id) => [id, 'confirmation_undecided']).sort(),
    );

    await decideConfirmation(shop, { callbackId: ours ?? '', to: { paymentId: prompt.paymentId }, note: 'Statement.' });
    await decideConfirmation(shop, { callbackId: strangers ?? '', to: 'offline', note: 'Statement.' });
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ providerReceipt: own });
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([null, strange]);
    expect(await reviewsOf(shop)).toEqual([]);
    expect(await heldOf(shop)).toEqual([]);
    expect(await auditOf(shop, ours ?? '')).toEqual(['confirmation.decided']);
  });
});

describe('money of an earlier day', () => {
  /** A confirmation that stays held, because the success that it may be about could also be another's. */
  async function heldFromBefore(shop: Shop, given: { phone?: string } = {}) {
    const prompt = await newPrompt(shop, { accountReference: 'INV-OLD', phone: '254700000101' });
    const id = await postConfirmation(shop, { transactionId: newReceipt(), billRefNumber: '', phone: '', ...given });
    await apply(shop, id);
    querySays(shop, '0');
    await passAll(shop, [20, 60, 60, 600, 3_600]);
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success', providerReceipt: null });
    expect(await heldOf(shop)).toMatchObject([{ callbackId: id }]);
    return id;
  }

  it('is not looked at again for each payment of its amount', async () => {
    const shop = await shopOf({ product: 'till' });
    const held = await heldFromBefore(shop);
    const { retryAt } = await inboxRow(shop, held);
    expect(retryAt?.getTime()).toBeGreaterThan(shop.clock.now().getTime());
    const prompt = await newPrompt(shop, { accountReference: 'INV-NEW', phone: '254700000202' });
    const outcome = await postOutcome(shop, prompt, newReceipt());
    await apply(shop, outcome);
    expect((await rowOf(shop, prompt.paymentId)).status).toBe('success');
    expect((await inboxRow(shop, held)).retryAt).toEqual(retryAt);
  });

  it('does not keep the money of today from its prompt', async () => {
    const shop = await shopOf({ product: 'till' });
    const held = await heldFromBefore(shop);
    const prompt = await newPrompt(shop, { accountReference: 'INV-NEW', phone: '254700000202' });
    const receipt = newReceipt();
    await apply(
      shop,
      await postConfirmation(shop, { transactionId: receipt, billRefNumber: '', phone: '254700000202' }),
    );
    querySays(shop, '0');
    await passAll(shop, [20, 60, 60, 60]);
    expect((await rowOf(shop, prompt.paymentId)).providerReceipt).toBe(receipt);
    expect(await heldOf(shop)).toMatchObject([{ callbackId: held }]);
  });
});

describe('when the provider can be asked about a receipt', () => {
  const paybill = async () => {
    const shop = await shopOf({ product: 'till', tillNumber: '555004', initiator: true });
    const prompt = await newPrompt(shop);
    querySays(shop, '0');
    await queryPayment(shop, prompt.paymentId);
    return { shop, prompt };
  };
  const told = { shortcode: '555004', billRefNumber: '', phone: '' };

  it('its word about the payer gives the receipt to the prompt, and the rest is announced', async () => {
    const { shop, prompt } = await paybill();
    const [strange, own] = [newReceipt(), newReceipt()];
    for (const transactionId of [strange, own])
      await apply(shop, await postConfirmation(shop, { ...told, transactionId }));
    await pass(shop, 30);
    await reportReceipts(shop, (receipt) => ({
      amount: '100.00',
      debitParty: receipt === own ? '254712345126 - JANE DOE' : '254799999126 - JOHN DOE',
    }));
    await passAll(shop, [5, 60, 60, 10]);
    // The merchant asked nothing, so no answer is announced to it.
    expect(await eventsOf(shop, 'admin.transaction_status')).toEqual([]);
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ providerReceipt: own });
    const offline = (await rowsOf(shop)).filter(({ source }) => source === 'c2b');
    expect(offline).toMatchObject([{ providerReceipt: strange, status: 'success' }]);
    expect(await reviewsOf(shop)).toEqual([]);
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt).sort()).toEqual([null, strange].sort());
  });

  it('a receipt that it denies is announced to nobody', async () => {
    const { shop } = await paybill();
    await apply(shop, await postConfirmation(shop, { ...told, transactionId: newReceipt() }));
    await pass(shop, 30);
    await reportReceipts(shop, () => ({ amount: '1.00', debitParty: null }));
    await passAll(shop, [5, 60, 600]);
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([null]);
    expect(await reviewsOf(shop)).toMatchObject([{ reason: 'confirmation_unverified' }]);
  });

  it('a receipt of a transaction that was reversed is announced to nobody', async () => {
    const shop = await shopOf({ initiator: true });
    await setC2bRules(shop, { ...shop.tenant, verifyFrom: 100 });
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt() }));
    await pass(shop, 5);
    await reportReceipts(shop, () => ({ amount: '100.00', debitParty: null, transactionStatus: 'Reversed' }));
    await passAll(shop, [5, 60, 600]);
    expect(await eventsOf(shop)).toEqual([]);
    expect(await rowsOf(shop)).toEqual([]);
    expect(await reviewsOf(shop)).toMatchObject([{ reason: 'confirmation_unverified' }]);
  });

  it('an application has large amounts confirmed before they are announced', async () => {
    const shop = await shopOf({ initiator: true });
    await setC2bRules(shop, { ...shop.tenant, verifyFrom: 5_000 });
    const [small, large] = [newReceipt(), newReceipt()];
    await apply(shop, await postConfirmation(shop, { transactionId: small, amount: '4999' }));
    await apply(shop, await postConfirmation(shop, { transactionId: large, amount: '5000' }));
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([small]);
    await pass(shop, 5);
    await reportReceipts(shop, () => ({ amount: '5000.00', debitParty: null }));
    await pass(shop, 5);
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([small, large]);
  });

  it('what a person takes for an offline payment keeps its time and its cents', async () => {
    const shop = await shopOf();
    await setC2bRules(shop, { ...shop.tenant, verifyFrom: 1 });
    const paidAt = new Date(shop.clock.now().getTime() - 3_600_000);
    const told = { transactionId: newReceipt(), amount: '150.75', paidAt: paidAt.toISOString() };
    const callbackId = await postConfirmation(shop, told);
    await apply(shop, callbackId);
    await decideConfirmation(shop, { callbackId: callbackId ?? '', to: 'offline', note: 'On the statement.' });
    expect(await rowsOf(shop)).toMatchObject([{ amount: 150, exactAmount: '150.75', createdAt: paidAt }]);
  });

  it('an amount that cannot be confirmed goes to people', async () => {
    const shop = await shopOf();
    await setC2bRules(shop, { ...shop.tenant, verifyFrom: 1 });
    const callbackId = await postConfirmation(shop, { transactionId: newReceipt() });
    await apply(shop, callbackId);
    expect(await eventsOf(shop)).toEqual([]);
    expect(await reviewsOf(shop)).toMatchObject([{ reason: 'confirmation_unverified', subjectId: callbackId }]);
    await decideConfirmation(shop, {
      callbackId: callbackId ?? '',
      to: 'not_money',
      note: 'Nothing on the statement.',
    });
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'unmatched', retryAt: null });
    expect(await rowsOf(shop)).toEqual([]);
  });
});

describe('a till whose confirmations have hashed phones', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const phone = '254712345126';
  const stranger = '254700000001';

  /** A till with a success that only a query has seen. */
  async function till(tillNumber: string) {
    const shop = await shopOf({ product: 'till', tillNumber });
    const toTill = { shortcode: tillNumber, billRefNumber: '' };
    const prompt = async () => {
      const { paymentId } = await newPrompt(shop, { phone });
      shop.provider.queries.answer(told('0', 'processed'));
      await queryPayment(shop, paymentId);
      return paymentId;
    };
    return { shop, toTill, prompt };
  }

  it.each([
    ['the stranger’s first', 0],
    ['the payer’s first', 1],
  ])('gives each its own, although both come at once: %s', async (_which, first) => {
    const { shop, toTill, prompt } = await till(`55501${first}`);
    const paymentId = await prompt();
    const [own, strange] = [newReceipt(), newReceipt()];
    const both = [
      { transactionId: strange, phone: sha(stranger) },
      { transactionId: own, phone: sha(phone) },
    ];
    for (const each of first === 0 ? both : both.toReversed()) {
      await apply(shop, await postConfirmation(shop, { ...toTill, ...each }));
    }
    await passAll(shop, [5, 5, 10, 10, 30, 60, 10]);
    expect(await rowOf(shop, paymentId)).toMatchObject({ status: 'success', providerReceipt: own });
    const recorded = (await rowsOf(shop)).filter(({ source }) => source === 'c2b');
    expect(recorded.map(({ providerReceipt }) => providerReceipt)).toEqual([strange]);
    expect(await reviewsOf(shop)).toEqual([]);
  });

  it('knows its format from any prompt that was paid before, and forgets it when a known payer has another hash', async () => {
    const { shop, toTill, prompt } = await till('555020');
    const receipt = newReceipt();
    const paid = await newPrompt(shop, { phone });
    await apply(shop, await postOutcome(shop, paid, receipt));
    await apply(
      shop,
      await postConfirmation(shop, { ...toTill, transactionId: receipt, phone: sha(`0${phone.slice(3)}`) }),
    );
    shop.clock.advance(600);
    await prompt();
    const strange = newReceipt();
    await apply(shop, await postConfirmation(shop, { ...toTill, transactionId: strange, phone: sha(stranger) }));
    expect((await rowsOf(shop)).map(({ providerReceipt }) => providerReceipt)).toContain(strange);
    const salted = newReceipt();
    const next = await newPrompt(shop, { phone, amount: 70 });
    await apply(shop, await postOutcome(shop, next, salted, '70'));
    const known = { ...toTill, transactionId: salted, amount: '70', phone: sha(`salt${phone}`) };
    await apply(shop, await postConfirmation(shop, known));
    await apply(shop, await postConfirmation(shop, { ...toTill, transactionId: newReceipt(), phone: sha('x') }));
    expect(await heldOf(shop)).toHaveLength(1);
  });

  it('with salt takes no hash for somebody else', async () => {
    const { shop, toTill, prompt } = await till('555021');
    await prompt();
    for (const text of [`salt${phone}`, `salt${stranger}`]) {
      await apply(shop, await postConfirmation(shop, { ...toTill, transactionId: newReceipt(), phone: sha(text) }));
    }
    expect(await heldOf(shop)).toHaveLength(2);
    expect(await sumHeld(shop)).toEqual({ count: 2, amount: 200 });
  });
});

describe('money that is recorded already', () => {
  it('stays as it was announced when a prompt turns out to be the same money: both are linked and reviewed', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    await apply(shop, await postOutcome(shop, prompt));
    const receipt = newReceipt();
    await apply(shop, await postConfirmation(shop, { transactionId: receipt }));
    const [offline] = (await rowsOf(shop)).filter(({ source }) => source === 'c2b');
    const late = await postOutcome(shop, prompt, receipt);
    await apply(shop, late);
    expect(await inboxRow(shop, late)).toMatchObject({ state: 'applied' });
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'failed', sameMoneyAs: offline?.id });
    expect(await rowOf(shop, offline?.id ?? '')).toMatchObject({
      status: 'success',
      providerReceipt: receipt,
      sameMoneyAs: prompt.paymentId,
    });
    expect(await eventsOf(shop)).toHaveLength(1);
    expect((await reviewsOf(shop)).map(({ reason, subjectId }) => [reason, subjectId]).sort()).toEqual(
      [prompt.paymentId, offline?.id].map((id) => ['same_money', id]).sort(),
    );
    // Nothing that comes later tells the money again, or clears a review.
    await apply(shop, await postOutcome(shop, prompt, receipt, '100.00'));
    await passAll(shop, [60, 3_600]);
    expect(await eventsOf(shop)).toHaveLength(1);
    expect(await reviewsOf(shop)).toHaveLength(2);
  });

  it.each<[string, 'failed' | 'pending', (shop: Shop, prompt: Prompt) => Promise<unknown>]>([
    ['a late success', 'failed', (shop, prompt) => settlePayment(shop, prompt.paymentId, paidByQuery)],
    ['a success', 'pending', (shop, prompt) => settlePayment(shop, prompt.paymentId, paidByQuery)],
    ['a batch of callbacks', 'pending', (shop) => drainCallbacks(shop)],
  ])('is not told again by %s that was decided before the two were linked', async (_what, status, settle) => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    if (status === 'failed') await apply(shop, await postOutcome(shop, prompt));
    else await postOutcome(shop, prompt, newReceipt());
    const offline = await insertPayment(shop);
    const { started } = await shop.db.transaction(async (db) => {
      await db.query({
        name: 'link',
        text: 'UPDATE payments SET same_money_as = $1 WHERE id = $2',
        values: [offline, prompt.paymentId],
      });
      const settling = settle(shop, prompt);
      await expect.poll(() => waitingForLocks(shop)).toBe(1);
      return { started: settling };
    });
    await started;
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status, sameMoneyAs: offline, announceAt: null });
    await passAll(shop, [60, 3_600]);
    expect(await eventsOf(shop)).toEqual([]);
  });

  it.each(['failed', 'paid'] as const)(
    'of a prompt that %s is not given away when people decide at the same moment that it is no money',
    async (end) => {
      const shop = await shopOf();
      const prompt = await newPrompt(shop);
      shop.clock.advance(10);
      const callbackId = await postConfirmation(shop, { transactionId: newReceipt(), phone: '254712345126' });
      await apply(shop, callbackId);
      querySays(shop, end === 'paid' ? '0' : '1037');
      await queryPayment(shop, prompt.paymentId);
      const { started } = await shop.db.transaction(async (db) => {
        expect(await endUnmatched(db, callbackId ?? '', 'It is not money.')).toBe(true);
        const applying = apply(shop, callbackId);
        await expect.poll(() => waitingForLocks(shop)).toBe(1);
        return { started: applying };
      });
      await started;
      await passAll(shop, [60, 3_600]);
      expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'unmatched', error: 'It is not money.' });
      expect(await rowsOf(shop)).toMatchObject([{ source: 'stk', providerReceipt: null }]);
      const told = (await eventsOf(shop)).map(({ data }) => data.providerReceipt);
      expect(told).toEqual(end === 'paid' ? [null] : []);
    },
  );

  it('under the wrong receipt is shown to people when its own callback comes', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    const offline = await insertPayment(shop, { amount: 100, shortcode: shop.shortcode });
    const link = { paymentId: prompt.paymentId, otherId: offline, note: 'The same customer.' };
    await linkPayments(shop, link);
    const { providerReceipt } = await rowOf(shop, offline);
    await apply(shop, await postOutcome(shop, prompt, providerReceipt ?? ''));
    expect(await reviewsOf(shop)).toEqual([]);
    const receipt = newReceipt();
    await apply(shop, await postOutcome(shop, prompt, receipt));
    expect(await reviewsOf(shop)).toMatchObject([
      { reason: 'result_contradicted', subjectId: prompt.paymentId, detail: { receipt } },
    ]);
  });

  it('under a reference that was altered on the way is told once', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop, { accountReference: 'INV#1' });
    shop.clock.advance(10);
    const receipt = newReceipt();
    const form = { transactionId: receipt, billRefNumber: 'INV1', phone: '254712345126' };
    await apply(shop, await postConfirmation(shop, form));
    querySays(shop, '0');
    await queryPayment(shop, prompt.paymentId);
    await passAll(shop, [5, 5, 5, 5, 60]);
    await apply(shop, await postOutcome(shop, prompt, receipt));
    expect((await rowsOf(shop)).map(({ providerReceipt }) => providerReceipt)).toEqual([receipt]);
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([receipt]);
  });

  it('is not recorded as other money while its own callback lies unread', async () => {
    const shop = await shopOf();
    const [one] = [await newPrompt(shop), await newPrompt(shop)];
    shop.clock.advance(10);
    const receipt = newReceipt();
    const confirmation = await postConfirmation(shop, { transactionId: receipt });
    shop.clock.advance(1);
    const own = await postOutcome(shop, one, receipt);
    shop.clock.advance(3_600);
    await apply(shop, confirmation);
    await apply(shop, own);
    await pass(shop, 5);
    expect(await rowOf(shop, one.paymentId)).toMatchObject({ status: 'success', providerReceipt: receipt });
    expect((await rowsOf(shop)).filter(({ source }) => source === 'c2b')).toEqual([]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('and comes again with other cents raises an alarm', async () => {
    const shop = await shopOf();
    const transactionId = newReceipt();
    await apply(shop, await postConfirmation(shop, { transactionId, amount: '100.25' }));
    await apply(shop, await postConfirmation(shop, { transactionId, amount: '100.25', organizationBalance: '7' }));
    const [row] = await rowsOf(shop);
    const conflicts = async () => (await reviewsOf(shop)).filter(({ reason }) => reason === 'receipt_conflict');
    expect(await conflicts()).toEqual([]);
    const again = await postConfirmation(shop, { transactionId, amount: '100.75' });
    await apply(shop, again);
    expect((await conflicts()).map(({ subjectId }) => subjectId).sort()).toEqual([again, row?.id].sort());
    expect(await rowsOf(shop)).toMatchObject([{ id: row?.id, exactAmount: '100.25' }]);
  });

  it('and comes again with another amount raises an alarm', async () => {
    const shop = await shopOf();
    const receipt = newReceipt();
    await apply(shop, await postConfirmation(shop, { transactionId: receipt }));
    const again = await postConfirmation(shop, { transactionId: receipt, amount: '90000' });
    await apply(shop, again);
    const [row] = await rowsOf(shop);
    expect(row).toMatchObject({ amount: 100, status: 'success', needsReview: true });
    expect(await inboxRow(shop, again)).toMatchObject({ state: 'unmatched' });
    const detail = { receipt, amount: '90000', recordedAmount: '100' };
    expect(await reviewsOf(shop)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subjectId: again,
          detail: expect.objectContaining({ ...detail, paymentId: row?.id }),
        }),
        expect.objectContaining({
          subjectId: row?.id,
          detail: expect.objectContaining({ ...detail, callbackId: again }),
        }),
      ]),
    );
  });
});

describe('merchants who share a shortcode', () => {
  it("never settle each other's payments, and each hears of its own money once", async () => {
    const one = await shopOf();
    const other = await newShop({ ...base, clock: one.clock }, { shortcode: one.shortcode });
    const prompt = await newPrompt(one);
    const receipt = newReceipt();
    const callbackId = await postConfirmation(other, { transactionId: receipt });
    await apply(other, callbackId);
    expect(await rowOf(one, prompt.paymentId)).toMatchObject({ status: 'pending' });
    expect(await inboxRow(other, callbackId)).toMatchObject({ state: 'received' });
    await apply(one, await postOutcome(one, prompt, receipt));
    await pass(other, 5);
    expect(await rowsOf(other)).toEqual([]);
    expect([await eventsOf(one), await eventsOf(other)].map((events) => events.length)).toEqual([1, 0]);
  });

  it('are never linked: a prompt whose receipt the other has on record is paid, without that receipt', async () => {
    const one = await shopOf();
    const other = await newShop({ ...base, clock: one.clock }, { shortcode: one.shortcode });
    const receipt = newReceipt();
    await apply(other, await postConfirmation(other, { transactionId: receipt }));
    const prompt = await newPrompt(one);
    await apply(one, await postOutcome(one, prompt, receipt));
    const own = { status: 'success', providerReceipt: null, sameMoneyAs: null };
    expect(await rowOf(one, prompt.paymentId)).toMatchObject(own);
    expect(await rowsOf(other)).toMatchObject([{ status: 'success', providerReceipt: receipt, sameMoneyAs: null }]);
  });

  it('never give a receipt to a prompt of the other', async () => {
    const one = await shopOf();
    const other = await newShop({ ...base, clock: one.clock }, { shortcode: one.shortcode });
    const prompt = await newPrompt(one);
    querySays(one, '0');
    await queryPayment(one, prompt.paymentId);
    const callbackId = await postConfirmation(other, { transactionId: newReceipt(), phone: '254712345126' });
    await apply(other, callbackId);
    expect(await rowOf(one, prompt.paymentId)).toMatchObject({ status: 'success', providerReceipt: null });
    expect(await rowsOf(other)).toEqual([]);
    expect(await inboxRow(other, callbackId)).toMatchObject({ state: 'unmatched' });
    expect(await reviewsOf(other)).toMatchObject([{ reason: 'confirmation_unmatched', subjectId: callbackId }]);
  });

  it.each(['1', '9000'])(
    'are both told when a receipt of the one (KES %s) comes to the other, and neither learns who the other is',
    async (claimed) => {
      const victim = await shopOf();
      const attacker = await newShop({ ...base, clock: victim.clock }, { shortcode: victim.shortcode });
      const receipt = newReceipt();
      await apply(attacker, await postConfirmation(attacker, { transactionId: receipt, amount: claimed }));
      const real = await postConfirmation(victim, { transactionId: receipt, amount: '9000' });
      await apply(victim, real);
      expect(await reviewsOf(victim)).toMatchObject([
        { reason: 'receipt_conflict', subjectId: real, detail: { receipt, amount: '9000', recordedAmount: claimed } },
      ]);
      expect(await reviewsOf(attacker)).toMatchObject([{ reason: 'receipt_conflict', subjectKind: 'payment' }]);
      const all = JSON.stringify([await reviewsOf(victim), await reviewsOf(attacker)]);
      const [attackers] = await rowsOf(attacker);
      expect(JSON.stringify((await reviewsOf(victim)).map(({ detail }) => detail))).not.toContain(attackers?.id);
      expect(all).toContain(receipt);
    },
  );
});

describe('the news of one payment in any order', () => {
  type Step = 'callback' | 'failure' | 'query' | 'confirmation' | 'manual';
  let amounts = 1_000;

  /** One payment of the shop with an amount of its own, its steps in order or all at once, and what the end of it is. */
  async function play(shop: Shop, steps: Step[], how: { together: boolean; phone: string; secondsBetween: number }) {
    amounts += 1;
    const amount = amounts;
    const prompt = await newPrompt(shop, { amount });
    const [receipt, manual] = [newReceipt(), newReceipt()];
    let forms = 0;
    const news = { amount: String(amount) };
    const run: Record<Step, () => Promise<unknown>> = {
      callback: async () => apply(shop, await postOutcome(shop, prompt, receipt, String(amount))),
      failure: async () => apply(shop, await postOutcome(shop, prompt)),
      query: async () => {
        querySays(shop, '0');
        await queryPayment(shop, prompt.paymentId);
        shop.provider.queries.calls.length = 0;
      },
      confirmation: async () => {
        forms += 1;
        const form = { ...news, transactionId: receipt, phone: how.phone, organizationBalance: String(forms) };
        return apply(shop, await postConfirmation(shop, form));
      },
      manual: async () => apply(shop, await postConfirmation(shop, { ...news, transactionId: manual })),
    };
    if (how.together) await Promise.all(steps.map((step) => run[step]()));
    else {
      for (const step of steps) {
        await run[step]();
        await pass(shop, how.secondsBetween);
      }
    }
    for (let round = 0; round < 8; round += 1) await pass(shop, 30);
    await pass(shop, 600);
    const rows = (await rowsOf(shop)).filter((row) => row.requestedAmount === amount);
    const events = (await eventsOf(shop)).filter(({ data }) => data.amount === amount);
    const monies = [receipt, ...(steps.includes('manual') ? [manual] : [])];
    const held = (await heldOf(shop)).filter((each) => each.amount === amount).map((each) => each.receipt);
    return { rows, events, monies, held };
  }

  it.each([
    ['one after the other', false],
    ['all at once', true],
  ])(
    '%s: no money is told twice, none is lost, and each receipt is on one row or with people',
    async (_how, together) => {
      const shop = await shopOf();
      // The callback and the confirmation always come in the end; the rest may.
      const steps = fc
        .shuffledSubarray<Step>(['callback', 'confirmation', 'confirmation', 'query', 'failure', 'manual'], {
          minLength: 2,
        })
        .filter((list) => list.includes('callback') && list.includes('confirmation'));
      const phone = fc.constantFrom('2547 ***** 126', '', '254712345126');
      await fc.assert(
        fc.asyncProperty(steps, phone, fc.integer({ min: 0, max: 6 }), async (list, sent, secondsBetween) => {
          const { rows, events, monies, held } = await play(shop, list, { together, phone: sent, secondsBetween });
          // A prompt whose money was told under another payment is linked with it.
          const successes = rows.filter(({ status, sameMoneyAs, source }) => {
            return status === 'success' && (source === 'c2b' || sameMoneyAs === null);
          });
          const receipts = [...successes.map(({ providerReceipt }) => providerReceipt), ...held];
          expect(receipts.sort()).toEqual([...monies].sort());
          // A success that waited in vain for its receipt was announced without one.
          const told = events.map(({ data }) => data.providerReceipt).filter((each) => each !== null);
          expect(events).toHaveLength(successes.length);
          expect(new Set(told).size).toBe(told.length);
          expect(monies).toEqual(expect.arrayContaining(told));
          const undone = await shop.db.prisma.providerCallback.findMany({
            where: { subjectId: { in: rows.map(({ id }) => id) }, state: { in: ['failed', 'received'] } },
          });
          expect(undone).toEqual([]);
        }),
        { numRuns: storiesMax },
      );
    },
    storiesMax * 1_500,
  );
});
