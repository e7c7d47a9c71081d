import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRailAccount } from '../applications/index.ts';
import { attemptsMax } from '../inbox/callback.ts';
import { collectPayment, queryDuePayment, sweepPayments } from '../payments/index.ts';
import type { PromptState } from '../ports/provider.ts';
import { movableClock, railNotice, scriptedProvider, type TestContext, testContext, told } from '../testing/index.ts';
import { applyCallback } from './apply-callback.ts';
import { drainCallbacks } from './drain-callbacks.ts';
import { newRailPayout, newRailPrompt, newRailShop, postNotice, type RailShop } from './rail-notice.fixture.ts';

/** Stories of each kind, more with TILLGATE_LONG_TESTS=1. */
const storiesMax = process.env.TILLGATE_LONG_TESTS === '1' ? 400 : 25;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const shopOf = () => newRailShop({ ...base, clock: movableClock() });
const paymentOf = (shop: RailShop, id: string) => shop.db.prisma.payment.findUniqueOrThrow({ where: { id } });
const callbackOf = (shop: RailShop, id = '') => shop.db.prisma.providerCallback.findUniqueOrThrow({ where: { id } });
const reviewsOf = (shop: RailShop, subjectId: string) => shop.db.prisma.review.findMany({ where: { subjectId } });
const eventsOf = async (shop: RailShop, subjectId: string) =>
  (await shop.db.prisma.webhookEvent.findMany({ where: { subjectId } })).map(({ type }) => type);

/** Posts a notice and applies it. Returns its row. */
async function hear(shop: RailShop, notice: Parameters<typeof railNotice>[0]) {
  const stored = await postNotice(shop, railNotice(notice));
  await drainCallbacks(shop);
  return callbackOf(shop, stored?.id);
}
const paid = { receipt: 'MP210603.1234.L06941' };
const failed = { outcome: 'failed', code: 'TF', text: 'Failed.' } as const;
const hint = { trust: 'hint', proof: 'none' } as const;

/** What the worker does: sweeps, and asks about what the sweep has found. */
async function askWhatIsDue(shop: RailShop): Promise<void> {
  shop.events.length = 0;
  await sweepPayments(shop);
  for (const { name, data } of shop.events) {
    const isOwn = name === 'payment.query_due' && data.applicationId === shop.tenant.applicationId;
    if (isOwn) await queryDuePayment(shop, data.paymentId);
  }
}

describe('a word', () => {
  it('settles its payment at once, tells the merchant, and asks nobody', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    expect(await hear(shop, { id, fact: paid })).toMatchObject({ state: 'applied', error: null });
    expect(await paymentOf(shop, paymentId)).toMatchObject({
      ...{ status: 'success', settledBy: 'callback', resultCode: '0', providerReceipt: paid.receipt },
      ...{ amount: 100, nextQueryAt: null },
    });
    expect(await eventsOf(shop, paymentId)).toEqual(['payment.success']);
    expect(shop.provider.queries.calls).toEqual([]);
  });

  it('that comes before the answer to the push settles the payment, and the answer is replayed as usual', async () => {
    const shop = await shopOf();
    const push = shop.provider.pushes.hold();
    const collecting = collectPayment(shop, { amount: 100, phone: '254733345126', accountReference: 'INV-1' });
    const { request } = await push.arrived;
    const id = request.promptId ?? '';
    await hear(shop, { id, fact: paid });
    push.answer({ kind: 'accepted', merchantRequestId: null, checkoutRequestId: id });
    const { outcome } = await collecting;
    expect(outcome).toMatchObject({ kind: 'prompted', checkoutRequestId: id });
    expect(await paymentOf(shop, outcome.paymentId)).toMatchObject({
      status: 'success',
      providerReceipt: paid.receipt,
    });
    expect(await eventsOf(shop, outcome.paymentId)).toEqual(['payment.success']);
  });

  it('settles a payment whose push was never answered', async () => {
    const shop = await shopOf();
    shop.provider.pushes.answer({ kind: 'unknown', cause: 'It took too long.' });
    await collectPayment(shop, { amount: 100, phone: '254733345126', accountReference: 'INV-1' }).catch(
      () => undefined,
    );
    const { id, checkoutRequestId } = await shop.db.prisma.payment.findFirstOrThrow({ where: shop.tenant });
    await hear(shop, { id: checkoutRequestId ?? '', fact: paid });
    expect(await paymentOf(shop, id)).toMatchObject({ status: 'success', promptedAt: null });
  });

  it('of a success corrects a failure, and people look at it', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    shop.provider.queries.answer(told('DP00800001029', 'Expired.'));
    shop.clock.advance(80);
    await askWhatIsDue(shop);
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'failed' });
    expect(await hear(shop, { id, fact: paid })).toMatchObject({ state: 'applied' });
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'success', needsReview: true });
    expect(await eventsOf(shop, paymentId)).toEqual(['payment.failed', 'payment.success']);
  });

  it('brings the receipt that an answer to a question lacked, and the merchant is told once', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    shop.provider.queries.answer(told('0', 'Paid.'));
    shop.clock.advance(80);
    await askWhatIsDue(shop);
    expect(await eventsOf(shop, paymentId)).toEqual([]);
    // It is stored and not yet applied: the announcement waits for it.
    const stored = await postNotice(shop, railNotice({ id, fact: paid }));
    shop.clock.advance(20);
    await sweepPayments(shop);
    expect(await eventsOf(shop, paymentId)).toEqual([]);
    await drainCallbacks(shop);
    expect(await callbackOf(shop, stored?.id)).toMatchObject({ state: 'applied' });
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'success', providerReceipt: paid.receipt });
    expect(await eventsOf(shop, paymentId)).toEqual(['payment.success']);
  });

  it('with another receipt than the payment has changes nothing, and people look at it', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    await hear(shop, { id, fact: paid });
    expect(await hear(shop, { id, fact: { receipt: 'MP210603.1234.L06942' } })).toMatchObject({ state: 'unmatched' });
    expect(await paymentOf(shop, paymentId)).toMatchObject({ providerReceipt: paid.receipt, needsReview: true });
  });

  it('of what is still open has the network asked', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    await hear(shop, { id, fact: { outcome: 'open', code: 'TIP' } });
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'pending', nextQueryAt: shop.clock.now() });
  });
});

describe('a hint', () => {
  it.each([
    ['a success without a hash', { ...hint, fact: paid }],
    ['a success with a wrong hash', { trust: 'hint', proof: 'wrong', fact: paid }],
    ['a failure', { trust: 'hint', proof: 'raw', fact: failed }],
  ] as const)(
    'such as %s settles nothing by itself: the network is asked, and its answer decides',
    async (_what, given) => {
      const shop = await shopOf();
      const { paymentId, id } = await newRailPrompt(shop);
      expect(await hear(shop, { id, ...given })).toMatchObject({ state: 'applied', error: null });
      expect(shop.provider.queries.calls).toEqual([]);
      expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'pending', nextQueryAt: shop.clock.now() });
      shop.provider.queries.answer(told('DP00800001007', 'Not enough money.'));
      await askWhatIsDue(shop);
      expect(shop.provider.queries.calls).toHaveLength(1);
      expect(await paymentOf(shop, paymentId)).toMatchObject({
        status: 'failed',
        resultCode: 'DP00800001007',
        settledBy: 'query',
      });
    },
  );

  it('of a failure, and the word of a success after it: the payment succeeded', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    await hear(shop, { id, trust: 'hint', fact: failed });
    await hear(shop, { id, fact: paid });
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'success', settledBy: 'callback' });
    expect(await eventsOf(shop, paymentId)).toEqual(['payment.success']);
  });

  it('after the word changes nothing', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    await hear(shop, { id, fact: paid });
    const before = await paymentOf(shop, paymentId);
    for (const fact of [failed, paid, { receipt: 'MP9' }]) {
      expect(await hear(shop, { id, ...hint, fact })).toMatchObject({ state: 'applied' });
    }
    expect(await paymentOf(shop, paymentId)).toEqual(before);
    expect(await reviewsOf(shop, paymentId)).toEqual([]);
  });

  it('of a success after a failure is for people: nobody can be asked any more', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    shop.provider.queries.answer(told('DP00800001029', 'Expired.'));
    shop.clock.advance(80);
    await askWhatIsDue(shop);
    expect(await hear(shop, { id, ...hint, fact: failed })).toMatchObject({ state: 'applied' });
    expect(await reviewsOf(shop, paymentId)).toEqual([]);
    expect(await hear(shop, { id, ...hint, fact: paid })).toMatchObject({ state: 'unmatched' });
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'failed' });
    expect(await reviewsOf(shop, paymentId)).toMatchObject([{ reason: 'result_contradicted', status: 'open' }]);
  });

  it('about a payout has the next sweep inquire about it', async () => {
    const shop = await shopOf();
    const payoutId = await newRailPayout(shop, 'po1');
    const callback = await hear(shop, { id: 'po1', fact: paid });
    expect(callback).toMatchObject({ subjectKind: 'disbursement', state: 'applied' });
    expect(await shop.db.prisma.disbursement.findUnique({ where: { id: payoutId } })).toMatchObject({
      status: 'pending',
      nextInquiryAt: shop.clock.now(),
    });
  });
});

describe('a notice that fits nothing', () => {
  it('such as one about money from elsewhere is kept with the account, and is nobody’s work', async () => {
    const shop = await shopOf();
    const callback = await hear(shop, { id: 'somebody-else', fact: paid });
    expect(callback).toMatchObject({
      ...{ subjectKind: 'rail_account', state: 'unmatched', retryAt: null },
      error: expect.stringContaining('names no payment and no payout of this account'),
    });
    expect(await reviewsOf(shop, callback.id)).toEqual([]);
  });

  it('because it says one id to the inbox and another to its reader, settles neither payment', async () => {
    const shop = await shopOf();
    const [first, second] = [await newRailPrompt(shop), await newRailPrompt(shop, 'INV-2')];
    const body = JSON.parse(Buffer.from(railNotice({ id: second.id, fact: paid })).toString());
    const stored = await postNotice(shop, JSON.stringify({ ...body, transaction: { id: first.id } }));
    await drainCallbacks(shop);
    expect(await callbackOf(shop, stored?.id)).toMatchObject({ state: 'unmatched', subjectId: first.paymentId });
    for (const { paymentId } of [first, second])
      expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'pending' });
  });

  it('because another application posts it, settles nothing there', async () => {
    const [shop, other] = [await shopOf(), await shopOf()];
    const { paymentId, id } = await newRailPrompt(shop);
    expect(await hear(other, { id, fact: paid })).toMatchObject({ state: 'unmatched', subjectId: other.accountId });
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'pending' });
  });

  it.each([
    ['the name of a receipt', '"airtel_money_id": cut', 1],
    ['a receipt', 'MP210603.1234.L06941', 1],
    ['nothing of money', 'hello', 0],
  ])(
    'because it cannot be read and has %s in it, is for people only if it may be money',
    async (_what, text, reviews) => {
      const shop = await shopOf();
      const { paymentId, id } = await newRailPrompt(shop);
      const ofAccount = await postNotice(shop, text);
      const ofPayment = await postNotice(shop, `{"transaction":{"id":"${id}","message":"${text}`);
      await drainCallbacks(shop);
      expect(await callbackOf(shop, ofAccount?.id)).toMatchObject({ state: 'unmatched' });
      expect(await callbackOf(shop, ofPayment?.id)).toMatchObject({ state: 'unmatched', subjectId: paymentId });
      expect(await reviewsOf(shop, ofAccount?.id ?? '')).toHaveLength(reviews);
      expect(await reviewsOf(shop, paymentId)).toHaveLength(reviews);
    },
  );
});

describe('a notice to an account that cannot be opened', () => {
  it('is tried again, and applied once it can', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    const stored = await postNotice(shop, railNotice({ id, fact: paid }));
    await drainCallbacks({ ...shop, accounts: async () => [] });
    const { retryAt, ...row } = await callbackOf(shop, stored?.id);
    expect(row).toMatchObject({ state: 'failed', attempts: 1 });
    shop.clock.set(retryAt ?? new Date(0));
    await drainCallbacks(shop);
    expect(await callbackOf(shop, stored?.id)).toMatchObject({ state: 'applied' });
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'success' });
  });

  it('is given up in the end, and people look at its payment, or at the notice', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    const stored = [await postNotice(shop, railNotice({ id })), await postNotice(shop, railNotice({ id: 'other' }))];
    const ids = stored.map((row) => row?.id ?? '');
    const data = { attempts: attemptsMax - 1 };
    await shop.db.prisma.providerCallback.updateMany({ where: { id: { in: ids } }, data });
    await drainCallbacks({ ...shop, accounts: async () => [] });
    for (const subjectId of [paymentId, ids[1] ?? '']) {
      expect(await reviewsOf(shop, subjectId)).toMatchObject([{ reason: 'callback_failed' }]);
    }
  });

  it('is judged by the key that the account has now', async () => {
    const shop = await shopOf();
    const { id } = await newRailPrompt(shop);
    await postNotice(shop, railNotice({ id, fact: paid }));
    const { applicationId, environment } = shop.tenant;
    const account = await shop.db.prisma.railAccount.findUniqueOrThrow({ where: { id: shop.accountId } });
    const rail = account.rail as Parameters<typeof setRailAccount>[1]['rail'];
    await setRailAccount(shop, { applicationId, environment, rail, secrets: { callbackKey: 'another' } });
    const asked: unknown[] = [];
    const provider = {
      ...shop.provider,
      rail: (given: Parameters<typeof shop.provider.rail>[0]) => {
        asked.push(given);
        return shop.provider.rail(given);
      },
    };
    await drainCallbacks({ ...shop, provider });
    expect(asked).toMatchObject([{ callbackKey: 'another' }]);
  });
});

it('the form of the hash is counted, and a wrong hash is a line in the log', async () => {
  const shop = await shopOf();
  const { id } = await newRailPrompt(shop);
  const counted: object[] = [];
  const lines: string[] = [];
  const meter = new Proxy(
    {},
    {
      get: (_meter, name) => (labels: object) => void (name === 'railNoticeProof' && counted.push(labels)),
    },
  ) as NonNullable<RailShop['meter']>;
  const log = { ...shop.log, warn: (_fields: object, message: string) => void lines.push(message) };
  for (const proof of ['raw', 'serialized', 'none', 'wrong'] as const) {
    await hear({ ...shop, meter, log }, { id, trust: 'hint', proof });
  }
  const { rail } = await shop.db.prisma.railAccount.findUniqueOrThrow({ where: { id: shop.accountId } });
  expect(counted).toEqual(['raw', 'serialized', 'none', 'wrong'].map((form) => ({ rail, form })));
  expect(lines).toEqual([expect.stringMatching(/^The hash of a notice is wrong\./)]);
});

describe('notices and answers of one prompt', () => {
  it('are applied in the order of arrival, whichever a worker takes first', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    const first = await postNotice(shop, railNotice({ id, fact: { ...failed, code: 'TE' }, trust: 'word' }));
    shop.clock.advance(1);
    const second = await postNotice(shop, railNotice({ id, fact: { ...failed, code: 'TF' }, trust: 'word' }));
    await applyCallback(shop, second?.id ?? '');
    expect(await paymentOf(shop, paymentId)).toMatchObject({ status: 'failed', resultCode: 'TE' });
    expect(await callbackOf(shop, first?.id)).toMatchObject({ state: 'applied' });
  });

  const steps = [
    'word',
    'same word',
    'word again',
    'unsigned',
    'failure',
    'told paid',
    'told failed',
    'no answer',
  ] as const;
  type Step = (typeof steps)[number];

  it.each([
    ['one after the other', false],
    ['all at once', true],
  ])(
    'in any order, %s: a word wins, the merchant is told once, and nothing stays due',
    async (_how, isTogether) => {
      const shop = await shopOf();
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray<Step>([...steps], { minLength: 1 }), async (happens) => {
          const { paymentId, id } = await newRailPrompt(shop);
          const ask = async (answer: PromptState) => {
            const provider = scriptedProvider(shop.clock);
            provider.queries.answer(answer);
            await queryDuePayment({ ...shop, provider }, paymentId);
          };
          const run: Record<Step, () => Promise<unknown>> = {
            word: () => hear(shop, { id, fact: { receipt: id } }),
            'same word': () => hear(shop, { id, fact: { receipt: id } }),
            'word again': () => hear(shop, { id, fact: { receipt: id, text: 'Paid, again.' } }),
            unsigned: () => hear(shop, { id, ...hint, fact: { receipt: id } }),
            failure: () => hear(shop, { id, trust: 'hint', fact: failed }),
            'told paid': () => ask(told('0', 'Paid.')),
            'told failed': () => ask(told('DP00800001029', 'Expired.')),
            'no answer': () => ask({ kind: 'no_answer', cause: 'It took too long.' }),
          };
          if (isTogether) await Promise.all(happens.map((step) => run[step]()));
          else {
            for (const step of happens) {
              shop.clock.advance(2);
              await run[step]();
            }
          }
          await drainCallbacks(shop);
          shop.clock.advance(30);
          await sweepPayments(shop);
          const row = await paymentOf(shop, paymentId);
          const hasWord = happens.some((step) => step.includes('word'));
          if (hasWord) expect(row).toMatchObject({ status: 'success', providerReceipt: id });
          const decided = hasWord || happens.some((step) => step.startsWith('told'));
          if (!isTogether) expect(row.status !== 'pending').toBe(decided);
          const events = await eventsOf(shop, paymentId);
          expect(events.filter((type) => type === 'payment.success')).toHaveLength(row.status === 'success' ? 1 : 0);
          const open = { subjectId: paymentId, retryAt: { not: null } };
          expect(await shop.db.prisma.providerCallback.count({ where: open })).toBe(0);
        }),
        { numRuns: storiesMax },
      );
    },
    storiesMax * 2_000,
  );
});
