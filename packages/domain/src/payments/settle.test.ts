import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyCallback } from '../callbacks/index.ts';
import { receiveCallback } from '../inbox/index.ts';
import { findCallback } from '../inbox/statements.ts';
import {
  promptCallback,
  type ScriptedShop as Shop,
  scriptedUpstream,
  seed,
  subscribeToAll,
  type TestContext,
  testContext,
  told,
  withOwnSignals,
} from '../testing/index.ts';
import { storeAnnouncement, storeReceipt } from './announce-statements.ts';
import { collectPayment } from './collect.ts';
import { expirePrompt } from './expire-prompt.ts';
import { createLiveQueries, getPaymentStatus } from './get-payment-status.ts';
import type { Fact } from './payment.ts';
import { findPayment } from './read-statements.ts';
import { announcePayment, settlePayment } from './settle.ts';
import { settlementOf } from './settlement.ts';
import { recordRefused, storeSettlement } from './statements.ts';
import { sweepPayments } from './sweep-payments.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** A merchant with a webhook endpoint for everything, and a pending payment of KES 100. */
async function shopWithPayment(): Promise<{ ctx: Shop; paymentId: string; checkoutRequestId: string }> {
  const ctx = withOwnSignals({ ...base, clock: { ...base.clock } });
  const merchant = await seed(ctx).owner().application().credentials('sandbox').mint();
  const shop = { ...merchant.as('sandbox'), ...scriptedUpstream(ctx) };
  await subscribeToAll(shop);
  const { outcome } = await collectPayment(shop, { amount: 100, phone: '254712345678', accountReference: 'INV-1' });
  if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
  return { ctx: shop, paymentId: outcome.paymentId, checkoutRequestId: outcome.checkoutRequestId };
}

const rowOf = (ctx: Shop, id: string) => ctx.db.prisma.payment.findUniqueOrThrow({ where: { id } });
const deliveriesOf = async (ctx: Shop, subjectId: string) =>
  (
    await ctx.db.prisma.webhookDelivery.findMany({
      where: { event: { subjectId } },
      orderBy: { createdAt: 'asc' },
      include: { event: true },
    })
  ).map(({ event }) => ({ eventType: event.type, body: JSON.parse(event.body) }));
const auditOf = async (ctx: Shop, subjectId: string) =>
  (await ctx.db.prisma.auditEntry.findMany({ where: { subjectId } })).map(({ action }) => action);
const later = (ctx: Shop, seconds: number): Shop => ({
  ...ctx,
  clock: { ...ctx.clock, now: () => new Date(base.clock.now().getTime() + seconds * 1000) },
});

let receipts = 0;
const newReceipt = () => {
  receipts += 1;
  return `TJK${String(receipts).padStart(7, '0')}`;
};

/** Posts a callback to the payment's hook and answers its inbox row. */
async function post(ctx: Shop, paymentId: string, body: Uint8Array) {
  const { callbackToken: token } = await rowOf(ctx, paymentId);
  await receiveCallback(ctx, {
    kind: 'stk_callback',
    token: token ?? '',
    body: Buffer.from(body),
    remoteIp: '127.0.0.1',
  });
  const rows = await ctx.db.prisma.providerCallback.findMany({
    where: { subjectId: paymentId },
    orderBy: { receivedAt: 'desc' },
  });
  return rows;
}
const paidFact = (receipt: string): Fact => ({
  door: 'callback',
  merchantRequestId: null,
  checkoutRequestId: null,
  outcome: 'success',
  resultCode: '0',
  resultDesc: 'ok',
  receipt,
  amount: '100',
});
const paidCallback = (checkoutRequestId: string, receipt: string, amount = '100') =>
  promptCallback({
    checkoutRequestId,
    resultCode: '0',
    resultDesc: 'ok',
    paid: { amount, receipt, phone: '254712345678' },
  });

describe('a paid callback', () => {
  it('settles the payment and freezes one webhook with exactly the fields of the contract', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const receipt = newReceipt();
    const [callback] = await post(ctx, paymentId, paidCallback(checkoutRequestId, receipt));
    expect(ctx.events).toMatchObject([{ name: 'callbacks.waiting' }]);
    await applyCallback(ctx, callback?.id ?? '');
    expect(await rowOf(ctx, paymentId)).toMatchObject({
      status: 'success',
      providerReceipt: receipt,
      settledBy: 'callback',
      nextQueryAt: null,
    });
    const created = Math.floor(ctx.clock.now().getTime() / 1000);
    const data = {
      paymentId,
      applicationId: ctx.tenant.applicationId,
      env: 'sandbox',
      status: 'success',
      amount: 100,
      phone: '254712345678',
      accountRef: 'INV-1',
      providerReceipt: receipt,
      checkoutRequestId,
      resultCode: 0,
      resultDesc: 'ok',
      decoded: null,
    };
    expect(await deliveriesOf(ctx, paymentId)).toEqual([
      { eventType: 'payment.success', body: { type: 'payment.success', created, data } },
    ]);
    expect(ctx.events.at(-1)).toMatchObject({ name: 'deliveries.waiting' });
    expect(await ctx.db.prisma.providerCallback.findUnique({ where: { id: callback?.id ?? '' } })).toMatchObject({
      state: 'applied',
      retryAt: null,
    });
  });

  it('a repeat is stored once; another body of the same outcome changes nothing', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const receipt = newReceipt();
    const body = paidCallback(checkoutRequestId, receipt);
    await post(ctx, paymentId, body);
    const repeated = await post(ctx, paymentId, body);
    expect(repeated).toHaveLength(1);
    const rows = await post(ctx, paymentId, paidCallback(checkoutRequestId, receipt, '100.00'));
    for (const { id } of rows) await applyCallback(ctx, id);
    for (const { id } of rows) await applyCallback(ctx, id);
    expect(await deliveriesOf(ctx, paymentId)).toHaveLength(1);
  });

  it('the settled amount wins over the asked one, on the row and in the webhook, and is audited', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const [callback] = await post(ctx, paymentId, paidCallback(checkoutRequestId, newReceipt(), '60'));
    await applyCallback(ctx, callback?.id ?? '');
    expect(await rowOf(ctx, paymentId)).toMatchObject({ amount: 60, requestedAmount: 100 });
    expect((await deliveriesOf(ctx, paymentId))[0]?.body.data.amount).toBe(60);
    expect(await auditOf(ctx, paymentId)).toContain('payment.amount_differed');
  });

  it('a settled amount with a fraction stays on the row exactly, whether the callback settles or comes later', async () => {
    for (const isAsked of [false, true]) {
      const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
      ctx.provider.queries.answer(told('0', 'processed'));
      if (isAsked) await getPaymentStatus(ctx, paymentId);
      const [callback] = await post(ctx, paymentId, paidCallback(checkoutRequestId, newReceipt(), '60.75'));
      await applyCallback(ctx, callback?.id ?? '');
      expect(await rowOf(ctx, paymentId)).toMatchObject({ amount: 60, exactAmount: '60.75' });
    }
  });

  it('a fraction more than was asked for is looked at by people', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const [callback] = await post(ctx, paymentId, paidCallback(checkoutRequestId, newReceipt(), '100.50'));
    await applyCallback(ctx, callback?.id ?? '');
    expect(await rowOf(ctx, paymentId)).toMatchObject({ amount: 100, requestedAmount: 100, exactAmount: '100.50' });
    const reviews = await ctx.db.prisma.review.findMany({ where: { subjectId: paymentId } });
    expect(reviews).toMatchObject([
      { reason: 'amount_differed', detail: { requestedAmount: 100, paidAmount: '100.50' } },
    ]);
  });

  it('settles a payment whose acknowledgement was lost', async () => {
    const { ctx } = await shopWithPayment();
    ctx.provider.pushes.answer({ kind: 'unknown', cause: 'cut' });
    await collectPayment(ctx, { amount: 5, phone: '254711111111' }).catch(() => undefined);
    const row = await ctx.db.prisma.payment.findFirstOrThrow({ where: { ...ctx.tenant, amount: 5 } });
    const [callback] = await post(ctx, row.id, paidCallback('ws_CO_unseen', newReceipt(), '5'));
    await applyCallback(ctx, callback?.id ?? '');
    expect(await rowOf(ctx, row.id)).toMatchObject({ status: 'success', checkoutRequestId: 'ws_CO_unseen' });
  });

  it('with the ids of another prompt settles nothing, though the hook is right', async () => {
    const { ctx, paymentId } = await shopWithPayment();
    const [callback] = await post(ctx, paymentId, paidCallback('ws_CO_other', newReceipt()));
    await applyCallback(ctx, callback?.id ?? '');
    expect((await rowOf(ctx, paymentId)).status).toBe('pending');
    expect(await ctx.db.prisma.providerCallback.findUnique({ where: { id: callback?.id ?? '' } })).toMatchObject({
      state: 'unmatched',
    });
    expect(await auditOf(ctx, paymentId)).toEqual(['payment.contradicted']);
  });
});

it('a failed callback with a receipt is announced by nobody: people look at it, whatever is told later', async () => {
  const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
  const paid = { receipt: newReceipt(), amount: '100', phone: null };
  const [callback] = await post(ctx, paymentId, promptCallback({ checkoutRequestId, resultCode: '1032', paid }));
  await applyCallback(ctx, callback?.id ?? '');
  ctx.provider.queries.answer(told('1032', 'Request cancelled by user'));
  await getPaymentStatus(ctx, paymentId);
  expect(await expirePrompt(ctx, paymentId)).toBe(false);
  expect((await rowOf(ctx, paymentId)).status).toBe('pending');
  expect(await deliveriesOf(ctx, paymentId)).toEqual([]);
  const reviews = await ctx.db.prisma.review.findMany({ where: { subjectId: paymentId } });
  expect(reviews).toMatchObject([
    { reason: 'result_contradicted', status: 'open', detail: { resultCode: '1032', receipt: paid.receipt } },
  ]);
});

it.each([
  ['cannot be read', { resultCode: '1032' }, 'pending'],
  ['are no facts', 'receipt', 'pending'],
  ['have no receipt', { resultCode: '1032', receipt: null }, 'failed'],
])(
  'a failed callback with a receipt whose facts %s, %j, and no final outcome for too long: %s',
  async (_, detail, status) => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const paid = { receipt: newReceipt(), amount: '100', phone: null };
    const [callback] = await post(ctx, paymentId, promptCallback({ checkoutRequestId, resultCode: '1032', paid }));
    await applyCallback(ctx, callback?.id ?? '');
    await ctx.db.prisma.review.updateMany({ where: { subjectId: paymentId }, data: { detail } });
    expect(await expirePrompt(ctx, paymentId)).toBe(status === 'failed');
    expect((await rowOf(ctx, paymentId)).status).toBe(status);
  },
);

it('a failed callback settles as failed, with the decoded explanation in the webhook', async () => {
  const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
  const body = promptCallback({ checkoutRequestId, resultCode: '1032', resultDesc: 'Request cancelled by user' });
  const [callback] = await post(ctx, paymentId, body);
  await applyCallback(ctx, callback?.id ?? '');
  const [delivery] = await deliveriesOf(ctx, paymentId);
  expect(delivery).toMatchObject({
    eventType: 'payment.failed',
    body: {
      data: {
        status: 'failed',
        resultCode: 1032,
        providerReceipt: null,
        decoded: { code: 1032, category: 'customer', retryable: true },
      },
    },
  });
});

it('an alphanumeric result code stays a string in the webhook and on the status read', async () => {
  const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
  const [callback] = await post(ctx, paymentId, promptCallback({ checkoutRequestId, resultCode: 'SFC_IC0003' }));
  await applyCallback(ctx, callback?.id ?? '');
  expect((await deliveriesOf(ctx, paymentId))[0]?.body.data.resultCode).toBe('SFC_IC0003');
  expect((await getPaymentStatus(ctx, paymentId)).resultCode).toBe('SFC_IC0003');
});

describe('facts in any order', () => {
  it('a success after a failure reopens the payment, audited, and both events went out', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const [failed] = await post(ctx, paymentId, promptCallback({ checkoutRequestId, resultCode: '1037' }));
    await applyCallback(ctx, failed?.id ?? '');
    const rows = await post(later(ctx, 60), paymentId, paidCallback(checkoutRequestId, newReceipt()));
    for (const { id } of rows) await applyCallback(later(ctx, 60), id);
    expect((await rowOf(ctx, paymentId)).status).toBe('success');
    expect((await deliveriesOf(ctx, paymentId)).map(({ eventType }) => eventType)).toEqual([
      'payment.failed',
      'payment.success',
    ]);
    expect(await auditOf(ctx, paymentId)).toEqual(['payment.succeeded_late']);
  });

  it('a failure after a success changes nothing but the audit', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const [paid] = await post(ctx, paymentId, paidCallback(checkoutRequestId, newReceipt()));
    await applyCallback(ctx, paid?.id ?? '');
    const rows = await post(ctx, paymentId, promptCallback({ checkoutRequestId, resultCode: '1032' }));
    for (const { id } of rows) await applyCallback(ctx, id);
    expect((await rowOf(ctx, paymentId)).status).toBe('success');
    expect(await deliveriesOf(ctx, paymentId)).toHaveLength(1);
    expect(await auditOf(ctx, paymentId)).toEqual(['payment.contradicted']);
  });

  it('many settlers at once: one settles, one webhook', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const fact: Fact = { ...paidFact(newReceipt()), checkoutRequestId };
    const results = await Promise.all(Array.from({ length: 20 }, () => settlePayment(ctx, paymentId, fact)));
    expect(results.filter((result) => result === 'settled')).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['settled', 'already_settled']));
    expect(await deliveriesOf(ctx, paymentId)).toHaveLength(1);
  });

  it('the ids of another prompt settle nothing, though the acknowledgement is recorded in between', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    await ctx.db.prisma.payment.update({ where: { id: paymentId }, data: { checkoutRequestId: null } });
    const stale = await findPayment(ctx.db.pool, paymentId);
    await ctx.db.prisma.payment.update({ where: { id: paymentId }, data: { checkoutRequestId } });
    if (!stale) throw new Error('no payment');
    const alien: Fact = { ...paidFact(newReceipt()), checkoutRequestId: 'ws_CO_another' };
    const settlement = settlementOf(stale, alien, { to: 'success', late: false }, ctx.clock.now());
    expect(await storeSettlement(ctx.db.pool, settlement, null)).toBe(false);
    expect(await settlePayment(ctx, paymentId, alien)).toBe('contradiction');
    expect(await rowOf(ctx, paymentId)).toMatchObject({ status: 'pending', checkoutRequestId });
  });

  it('a refusal of the push that is recorded after the callback changes nothing', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const [callback] = await post(ctx, paymentId, paidCallback(checkoutRequestId, newReceipt()));
    await applyCallback(ctx, callback?.id ?? '');
    const refusal = { id: paymentId, resultCode: '1', resultDesc: 'refused', settledAt: ctx.clock.now() };
    expect(await recordRefused(ctx.db.pool, refusal, undefined)).toBe(false);
    expect(await findPayment(ctx.db.pool, paymentId)).toMatchObject({ status: 'success', resultCode: '0' });
  });

  it('a receipt that another prompt has changes nothing, and people look at both', async () => {
    const one = await shopWithPayment();
    const two = await shopWithPayment();
    const receipt = newReceipt();
    const [first] = await post(one.ctx, one.paymentId, paidCallback(one.checkoutRequestId, receipt));
    await applyCallback(one.ctx, first?.id ?? '');
    const [second] = await post(two.ctx, two.paymentId, paidCallback(two.checkoutRequestId, receipt));
    await applyCallback(two.ctx, second?.id ?? '');
    expect((await rowOf(two.ctx, two.paymentId)).status).toBe('pending');
    expect(await findCallback(two.ctx.db.pool, second?.id ?? '')).toMatchObject({ state: 'unmatched' });
    for (const { ctx, paymentId } of [one, two]) {
      const reviews = await ctx.db.prisma.review.findMany({ where: { subjectId: paymentId } });
      expect(reviews).toMatchObject([{ reason: 'receipt_conflict', status: 'open', detail: { receipt } }]);
    }
  });
});

describe('a success learnt by a live query', () => {
  it('has no receipt yet; the callback brings it and the webhook goes out once, whole', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    ctx.provider.queries.answer(told('0', 'processed'));
    expect(await getPaymentStatus(ctx, paymentId)).toEqual({
      id: paymentId,
      status: 'success',
      providerReceipt: null,
      resultCode: 0,
      resultDesc: 'processed',
    });
    expect(await deliveriesOf(ctx, paymentId)).toEqual([]);
    const receipt = newReceipt();
    const rows = await post(ctx, paymentId, paidCallback(checkoutRequestId, receipt));
    for (const { id } of rows) await applyCallback(ctx, id);
    expect((await deliveriesOf(ctx, paymentId)).map(({ body }) => body.data.providerReceipt)).toEqual([receipt]);
    await sweepPayments(later(ctx, 16));
    expect(await deliveriesOf(ctx, paymentId)).toHaveLength(1);
    expect((await getPaymentStatus(ctx, paymentId)).providerReceipt).toBe(receipt);
  });

  it('is announced without a receipt after 15 s; a later receipt is filled in without a second event', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    ctx.provider.queries.answer(told('0', 'processed'));
    await getPaymentStatus(ctx, paymentId);
    await sweepPayments(later(ctx, 14));
    expect(await deliveriesOf(ctx, paymentId)).toEqual([]);
    await sweepPayments(later(ctx, 15));
    expect((await deliveriesOf(ctx, paymentId)).map(({ body }) => body.data.providerReceipt)).toEqual([null]);
    const receipt = newReceipt();
    const rows = await post(ctx, paymentId, paidCallback(checkoutRequestId, receipt));
    for (const { id } of rows) await applyCallback(ctx, id);
    expect((await rowOf(ctx, paymentId)).providerReceipt).toBe(receipt);
    expect(await deliveriesOf(ctx, paymentId)).toHaveLength(1);
  });
});

describe('an announcement that crosses with the callback', () => {
  it('waits for a callback that is stored and not yet applied', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    ctx.provider.queries.answer(told('0', 'processed'));
    await getPaymentStatus(ctx, paymentId);
    const receipt = newReceipt();
    const rows = await post(ctx, paymentId, paidCallback(checkoutRequestId, receipt));
    await sweepPayments(later(ctx, 60));
    expect(await deliveriesOf(ctx, paymentId)).toEqual([]);
    for (const { id } of rows) await applyCallback(ctx, id);
    await sweepPayments(later(ctx, 61));
    expect((await deliveriesOf(ctx, paymentId)).map(({ body }) => body.data.providerReceipt)).toEqual([receipt]);
  });

  it('never freezes what the callback has just replaced', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    ctx.provider.queries.answer(told('0', 'processed'));
    await getPaymentStatus(ctx, paymentId);
    const stale = await findPayment(ctx.db.pool, paymentId);
    const receipt = newReceipt();
    const rows = await post(ctx, paymentId, paidCallback(checkoutRequestId, receipt, '60'));
    const event = { type: 'payment.success', body: '{"stale":true}' };
    // The announcer has read the payment; the callback enriches it; then the announcer writes.
    const reread = ctx.db.pool.query('UPDATE payments SET provider_receipt = $2, amount = 60 WHERE id = $1', [
      paymentId,
      receipt,
    ]);
    await reread;
    const announced = stale && (await storeAnnouncement(ctx.db.pool, stale, event, ctx.clock.now()));
    expect(announced).toBe(false);
    await announcePayment(ctx, paymentId);
    for (const { id } of rows) await applyCallback(ctx, id);
    expect((await deliveriesOf(ctx, paymentId)).map(({ body }) => body.data)).toMatchObject([
      { amount: 60, providerReceipt: receipt },
    ]);
  });

  it('never freezes an amount that was corrected meanwhile', async () => {
    const { ctx, paymentId } = await shopWithPayment();
    ctx.provider.queries.answer(told('0', 'processed'));
    await getPaymentStatus(ctx, paymentId);
    const stale = await findPayment(ctx.db.pool, paymentId);
    if (!stale) throw new Error('no payment');
    await ctx.db.prisma.payment.update({ where: { id: paymentId }, data: { amount: 60 } });
    const event = { type: 'payment.success', body: '{"stale":true}' };
    expect(await storeAnnouncement(ctx.db.pool, stale, event, ctx.clock.now())).toBe(false);
    expect(await deliveriesOf(ctx, paymentId)).toEqual([]);
  });

  it('two receipts that come at once for one success leave the first one', async () => {
    const { ctx, paymentId } = await shopWithPayment();
    ctx.provider.queries.answer(told('0', 'processed'));
    await getPaymentStatus(ctx, paymentId);
    const [first, second] = [newReceipt(), newReceipt()];
    const bring = (providerReceipt: string) => {
      const news = { providerReceipt, payerName: null, resultDesc: 'processed' };
      const brought = { id: paymentId, amount: null, exactAmount: null, ...news };
      return storeReceipt(ctx.db.pool, brought, null, null, ctx.clock.now());
    };
    expect([await bring(first), await bring(second)]).toEqual([true, false]);
    expect((await rowOf(ctx, paymentId)).providerReceipt).toBe(first);
  });

  it('an amount that only the callback knows is audited, although the payment was settled before', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    ctx.provider.queries.answer(told('0', 'processed'));
    await getPaymentStatus(ctx, paymentId);
    const [callback] = await post(ctx, paymentId, paidCallback(checkoutRequestId, newReceipt(), '60'));
    await applyCallback(ctx, callback?.id ?? '');
    expect(await auditOf(ctx, paymentId)).toEqual(['payment.amount_differed']);
  });
});

describe('the status read of a pending payment', () => {
  it.each(['pending', 'no_answer'] as const)('%s settles nothing', async (kind) => {
    const { ctx, paymentId } = await shopWithPayment();
    ctx.provider.queries.answer(kind === 'pending' ? told('4999', 'still') : { kind, cause: '500.001.1001' });
    expect(await getPaymentStatus(ctx, paymentId)).toEqual({
      id: paymentId,
      status: 'pending',
      providerReceipt: null,
      resultCode: null,
      resultDesc: null,
    });
  });

  it('concurrent readers share one upstream query, and queries are a second apart', async () => {
    const { ctx, paymentId } = await shopWithPayment();
    await Promise.all(Array.from({ length: 10 }, () => getPaymentStatus(ctx, paymentId)));
    expect(ctx.provider.queries.calls).toHaveLength(1);
    await getPaymentStatus({ ...ctx, liveQueries: createLiveQueries() }, paymentId);
    expect(ctx.provider.queries.calls).toHaveLength(1);
    await getPaymentStatus(later(ctx, 1), paymentId);
    expect(ctx.provider.queries.calls).toHaveLength(2);
  });

  it('just after another read waits out the spacing and asks, so that its answer is fresh', async () => {
    const { ctx, paymentId } = await shopWithPayment();
    const running = { ...ctx, clock: { ...ctx.clock, now: () => new Date() } };
    expect((await getPaymentStatus(running, paymentId)).status).toBe('pending');
    ctx.provider.queries.answer(told('1032', 'cancelled'));
    expect((await getPaymentStatus(running, paymentId)).status).toBe('failed');
    expect(ctx.provider.queries.calls).toHaveLength(2);
  });

  it('a settled payment is never asked about', async () => {
    const { ctx, paymentId, checkoutRequestId } = await shopWithPayment();
    const [callback] = await post(ctx, paymentId, paidCallback(checkoutRequestId, newReceipt()));
    await applyCallback(ctx, callback?.id ?? '');
    expect((await getPaymentStatus(ctx, paymentId)).status).toBe('success');
    expect(ctx.provider.queries.calls).toEqual([]);
  });

  it('at once by several tenants shows each its own payment alone', async () => {
    const [mine, other] = [await shopWithPayment(), await shopWithPayment()];
    for (const { ctx, paymentId, checkoutRequestId } of [mine, other]) {
      const [callback] = await post(ctx, paymentId, paidCallback(checkoutRequestId, newReceipt()));
      await applyCallback(ctx, callback?.id ?? '');
    }
    const results = await Promise.allSettled([
      getPaymentStatus(mine.ctx, mine.paymentId),
      getPaymentStatus(mine.ctx, other.paymentId),
      getPaymentStatus(other.ctx, other.paymentId),
      getPaymentStatus(other.ctx, crypto.randomUUID()),
      getPaymentStatus(mine.ctx, mine.paymentId),
    ]);
    const [own, foreign] = [{ value: { id: mine.paymentId } }, { reason: { code: 'not_found' } }];
    expect(results).toMatchObject([own, foreign, { value: { id: other.paymentId } }, foreign, own]);
  });

  it.each([['another application'], ['another environment'], ['an id that is none'], ['an unknown id']])(
    '%s sees the same nothing',
    async (who) => {
      const { ctx, paymentId } = await shopWithPayment();
      const other = await shopWithPayment();
      const read =
        who === 'another application'
          ? getPaymentStatus(other.ctx, paymentId)
          : who === 'another environment'
            ? getPaymentStatus({ ...ctx, tenant: { ...ctx.tenant, environment: 'production' } }, paymentId)
            : getPaymentStatus(ctx, who === 'an unknown id' ? crypto.randomUUID() : "1' OR 1=1");
      await expect(read).rejects.toMatchObject({ code: 'not_found', message: 'There is no such payment.' });
    },
  );
});

describe('the sweeps', () => {
  it('ask about a pending payment on each rung of the ladder, leave it for review, and end it', async () => {
    const { ctx, paymentId } = await shopWithPayment();
    const askedAt: number[] = [];
    const ladder = [20, 40, 75, 120, 200, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 172_800];
    for (const seconds of [0, ...ladder.flatMap((rung) => [rung - 1, rung, rung + 1]), 200_000]) {
      const at = later(ctx, seconds);
      at.events.length = 0;
      await sweepPayments(at);
      const asked = at.events.filter(
        ({ name, data }) => name === 'payment.query_due' && 'paymentId' in data && data.paymentId === paymentId,
      );
      if (asked.length > 0) askedAt.push(seconds);
    }
    expect(askedAt).toEqual(ladder);
    // A question that is lost at most doubles the wait.
    expect(askedAt.filter((at, n) => n > 0 && at > 2 * (askedAt[n - 1] ?? 0))).toEqual([]);
    expect(await rowOf(ctx, paymentId)).toMatchObject({ status: 'failed', needsReview: true, nextQueryAt: null });
  });

  it('leave a payment that was never acknowledged for review after five minutes', async () => {
    const { ctx } = await shopWithPayment();
    ctx.provider.pushes.answer({ kind: 'unknown', cause: 'cut' });
    await collectPayment(ctx, { amount: 7, phone: '254711111111' }).catch(() => undefined);
    const { id } = await ctx.db.prisma.payment.findFirstOrThrow({ where: { ...ctx.tenant, amount: 7 } });
    for (const seconds of [20, 40, 75, 120]) await sweepPayments(later(ctx, seconds));
    expect((await rowOf(ctx, id)).needsReview).toBe(false);
    await sweepPayments(later(ctx, 300));
    expect((await rowOf(ctx, id)).needsReview).toBe(true);
  });
});

it('what cannot be read stays on record and settles nothing', async () => {
  const { ctx, paymentId } = await shopWithPayment();
  const [callback] = await post(ctx, paymentId, new Uint8Array([0xff, 0x00, 0x7b]));
  await applyCallback(ctx, callback?.id ?? '');
  expect(await findCallback(ctx.db.pool, callback?.id ?? '')).toMatchObject({ state: 'unmatched' });
  expect((await rowOf(ctx, paymentId)).status).toBe('pending');
});

it('an unknown hook is not found, and a flood of different bodies is kept within bounds', async () => {
  const { ctx, paymentId } = await shopWithPayment();
  const unknown = receiveCallback(ctx, {
    kind: 'stk_callback',
    token: '0'.repeat(64),
    body: Buffer.from('{}'),
    remoteIp: '::1',
  });
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  for (let n = 0; n < 25; n += 1) await post(ctx, paymentId, new TextEncoder().encode(`{"n":${n}}`));
  expect(await ctx.db.prisma.providerCallback.count({ where: { subjectId: paymentId } })).toBe(20);
});
