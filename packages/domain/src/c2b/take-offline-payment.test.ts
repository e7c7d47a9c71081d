import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepCallbacks } from '../callbacks/index.ts';
import { getPaymentStatus, queryPayment, sweepPayments } from '../payments/index.ts';
import { movableClock, type TestContext, testContext } from '../testing/index.ts';
import {
  apply,
  auditOf,
  eventsOf,
  inboxRow,
  newPrompt,
  newReceipt,
  newShop,
  postConfirmation,
  postOutcome,
  rowOf,
  rowsOf,
  type Shop,
} from './c2b.fixture.ts';

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
  await sweepCallbacks(shop);
  for (const { name, data } of [...shop.events]) {
    if (name === 'callback.received' && 'callbackId' in data) await apply(shop, data.callbackId);
  }
  await sweepPayments(shop);
}

const querySays = (shop: Shop, resultCode: string) =>
  shop.provider.queries.answer({ kind: 'final', resultCode, resultDesc: 'processed' });

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
    expect(shop.events).toMatchObject([{ name: 'delivery.due' }]);
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

  it('keeps a fraction exactly, sends whole KES, and asks for a look', async () => {
    const shop = await shopOf();
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt(), amount: '99.5', phone: '' }));
    const [row] = await rowsOf(shop);
    expect(row).toMatchObject({ amount: 99, exactAmount: '99.50', needsReview: true, phone: null });
    expect((await eventsOf(shop))[0]?.data).toMatchObject({ amount: 99, phone: null });
    expect(await auditOf(shop, row?.id ?? '')).toEqual(['payment.review_needed']);
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
  it('settles the pending payment, and its callback finds that done', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    const receipt = newReceipt();
    shop.clock.advance(20);
    await apply(shop, await postConfirmation(shop, { transactionId: receipt }));
    const { checkoutRequestId } = prompt;
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({
      status: 'success',
      settledBy: 'c2b',
      providerReceipt: receipt,
    });
    await apply(shop, await postOutcome(shop, prompt, receipt));
    expect((await eventsOf(shop)).map(({ data }) => data)).toMatchObject([
      { paymentId: prompt.paymentId, providerReceipt: receipt, checkoutRequestId, phone: '254712345126' },
    ]);
    expect(await rowsOf(shop)).toHaveLength(1);
  });

  it('stays a success when its own callback disagrees, and people look at it', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt() }));
    await apply(shop, await postOutcome(shop, prompt));
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success', needsReview: true });
    expect(await auditOf(shop, prompt.paymentId)).toEqual(['payment.contradicted']);
    expect(await eventsOf(shop, 'payment.failed')).toEqual([]);
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
  });

  it('brings the receipt that a live query could not, before the event goes out', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    querySays(shop, '0');
    await queryPayment(shop, prompt.paymentId);
    expect(await eventsOf(shop)).toEqual([]);
    const receipt = newReceipt();
    await apply(shop, await postConfirmation(shop, { transactionId: receipt }));
    expect((await eventsOf(shop)).map(({ data }) => data.providerReceipt)).toEqual([receipt]);
    expect(await getPaymentStatus(shop, prompt.paymentId)).toMatchObject({
      resultDesc: 'processed',
      providerReceipt: receipt,
    });
  });

  it('at a till fits by its phone alone, under either of its numbers', async () => {
    const shop = await shopOf({ product: 'till', tillNumber: '512345' });
    for (const shortcode of [shop.shortcode, '512345', '']) {
      const prompt = await newPrompt(shop);
      await apply(shop, await postConfirmation(shop, { transactionId: newReceipt(), shortcode, billRefNumber: '' }));
      expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success' });
    }
  });

  it.each([
    ['more than three minutes ago', 181, {}],
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

  it('that was applied late is judged by when it came', async () => {
    const shop = await shopOf();
    const prompt = await newPrompt(shop);
    shop.clock.advance(30);
    const callbackId = await postConfirmation(shop, { transactionId: newReceipt() });
    shop.clock.advance(3_600);
    await apply(shop, callbackId);
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success' });
  });
});

describe('a confirmation that fits several prompts', () => {
  it('waits, changing nothing, until their callbacks decide', async () => {
    const shop = await shopOf();
    const [one, two] = [await newPrompt(shop), await newPrompt(shop)];
    const receipt = newReceipt();
    const callbackId = await postConfirmation(shop, { transactionId: receipt });
    await apply(shop, callbackId);
    expect(await inboxRow(shop, callbackId)).toMatchObject({
      state: 'received',
      retryAt: new Date(shop.clock.now().getTime() + 5_000),
    });
    expect(await eventsOf(shop)).toEqual([]);
    await apply(shop, await postOutcome(shop, two, receipt));
    await pass(shop, 5);
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied' });
    expect(await rowOf(shop, one.paymentId)).toMatchObject({ status: 'pending' });
    expect(await eventsOf(shop)).toHaveLength(1);
    expect(await rowsOf(shop)).toHaveLength(2);
  });

  it('is recorded after 90 s and looked at; a callback that comes after all takes the receipt over, without a second event', async () => {
    const shop = await shopOf();
    const [one, two] = [await newPrompt(shop), await newPrompt(shop)];
    const receipt = newReceipt();
    await apply(shop, await postConfirmation(shop, { transactionId: receipt }));
    for (const seconds of [5, 10, 15, 30, 29]) await pass(shop, seconds);
    expect(await eventsOf(shop)).toEqual([]);
    await pass(shop, 1);
    const recorded = (await rowsOf(shop)).find(({ source }) => source === 'c2b');
    expect(recorded).toMatchObject({ status: 'success', needsReview: true, providerReceipt: receipt });
    expect(await eventsOf(shop)).toHaveLength(1);

    const callbackId = await postOutcome(shop, one, receipt);
    await apply(shop, callbackId);
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied' });
    expect(await rowOf(shop, one.paymentId)).toMatchObject({
      status: 'success',
      providerReceipt: receipt,
      announceAt: null,
    });
    expect(await rowOf(shop, recorded?.id ?? '')).toMatchObject({
      status: 'failed',
      resultCode: 'superseded',
      resultDesc: `The same money as payment ${one.paymentId}.`,
      providerReceipt: null,
    });
    expect(await rowOf(shop, two.paymentId)).toMatchObject({ status: 'pending' });
    expect(await eventsOf(shop)).toHaveLength(1);
    expect(await auditOf(shop, recorded?.id ?? '')).toEqual(['payment.review_needed', 'payment.superseded']);
    expect(await auditOf(shop, one.paymentId)).toEqual(['payment.receipt_taken_over']);
  });

  it('belongs to the one whose money is known to have come, when callbacks stay away', async () => {
    const shop = await shopOf();
    const [one, two] = [await newPrompt(shop), await newPrompt(shop)];
    querySays(shop, '0');
    await queryPayment(shop, two.paymentId);
    const receipt = newReceipt();
    await apply(shop, await postConfirmation(shop, { transactionId: receipt }));
    for (const seconds of [5, 10, 15, 30, 30]) await pass(shop, seconds);
    expect(await rowOf(shop, two.paymentId)).toMatchObject({ status: 'success', providerReceipt: receipt });
    expect(await rowOf(shop, one.paymentId)).toMatchObject({ status: 'pending' });
    expect(await eventsOf(shop)).toHaveLength(1);
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

  it("a prompt's own callback takes its receipt from the other's record, and its merchant is told", async () => {
    const one = await shopOf();
    const other = await newShop({ ...base, clock: one.clock }, { shortcode: one.shortcode });
    const prompt = await newPrompt(one);
    one.clock.advance(200);
    const receipt = newReceipt();
    await apply(other, await postConfirmation(other, { transactionId: receipt }));
    expect(await rowsOf(other)).toMatchObject([{ status: 'success' }]);
    await apply(one, await postOutcome(one, prompt, receipt));
    expect(await rowOf(one, prompt.paymentId)).toMatchObject({ status: 'success', providerReceipt: receipt });
    expect((await eventsOf(one)).map(({ data }) => data.providerReceipt)).toEqual([receipt]);
    expect(await rowsOf(other)).toMatchObject([{ status: 'failed', resultCode: 'superseded' }]);
  });
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
    const rows = (await rowsOf(shop)).filter((row) => row.requestedAmount === amount);
    const events = (await eventsOf(shop)).filter(({ data }) => data.amount === amount);
    const monies = [receipt, ...(steps.includes('manual') ? [manual] : [])];
    return { rows, events, monies, prompt };
  }

  it.each([
    ['one after the other', false],
    ['all at once', true],
  ])(
    '%s: one success and one event for each sum of money, the receipt on exactly one row, and nothing left to try',
    async (_how, together) => {
      const shop = await shopOf();
      // The callback and the confirmation always come in the end; the rest may.
      const steps = fc
        .shuffledSubarray<Step>(['callback', 'confirmation', 'confirmation', 'query', 'failure', 'manual'], {
          minLength: 2,
        })
        .filter((list) => list.includes('callback') && list.includes('confirmation'));
      const phone = fc.constantFrom('2547 ***** 126', '', '254700000001');
      await fc.assert(
        fc.asyncProperty(steps, phone, fc.integer({ min: 0, max: 6 }), async (list, sent, secondsBetween) => {
          const { rows, events, monies } = await play(shop, list, { together, phone: sent, secondsBetween });
          const successes = rows.filter(({ status }) => status === 'success');
          expect(successes.map(({ providerReceipt }) => providerReceipt).sort()).toEqual([...monies].sort());
          // A success that waited in vain for its receipt was announced without one.
          const told = events.map(({ data }) => data.providerReceipt).filter((each) => each !== null);
          expect(events).toHaveLength(monies.length);
          expect(new Set(told).size).toBe(told.length);
          expect(monies).toEqual(expect.arrayContaining(told));
          const undone = await shop.db.prisma.providerCallback.findMany({
            where: { subjectId: { in: rows.map(({ id }) => id) }, state: { in: ['failed', 'received'] } },
          });
          expect(undone).toEqual([]);
        }),
        { numRuns: 80, interruptAfterTimeLimit: 25_000 },
      );
    },
    60_000,
  );
});
