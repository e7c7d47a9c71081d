import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noGuard } from '../../guards/index.ts';
import { createTurns } from '../../idempotency/index.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { later } from '../../kernel/time.ts';
import { collectPayment, settlePayment } from '../../payments/index.ts';
import { insertPayment } from '../../payments/payments.fixture.ts';
import { createRateLimiter } from '../../rate-limits/index.ts';
import { openReviewOf } from '../../reviews/index.ts';
import { promptCallback, scriptedProvider, seed, type TestContext, testContext } from '../../testing/index.ts';
import { getPaymentDetail } from './get-payment-detail.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

async function shop() {
  const merchant = await seed(base).owner({ name: 'Asha' }).application().credentials('sandbox').key('sandbox').mint();
  const provider = scriptedProvider();
  const ctx = {
    ...merchant.as('sandbox'),
    provider,
    accounts: async () => [await merchant.providerAccount()],
    callbackBaseUrl: 'https://gate.example/functions/v1',
    turns: createTurns(),
    phoneLimit: createRateLimiter({ kind: 'memory' }, { prefix: 'phone', rule: { count: 5, seconds: 60 } }),
    guard: noGuard,
    queryBudget: createRateLimiter({ kind: 'memory' }, { prefix: 'queries', rule: { count: 5, seconds: 60 } }),
  };
  const collect = async (key = 'order-1') => {
    const request = { key, fingerprint: '1:f' };
    const { outcome } = await collectPayment(ctx, { amount: 250, phone: '254712345678' }, request);
    return outcome.paymentId;
  };
  return { merchant, ctx, collect };
}

const kinds = (detail: Awaited<ReturnType<typeof getPaymentDetail>>) => detail.timeline.map(({ kind }) => kind);

describe('a collected payment', () => {
  it('has the whole way from the request to the delivery on its timeline, with who moved it', async () => {
    const { ctx, merchant, collect } = await shop();
    const { prisma } = ctx.db;
    const paymentId = await collect();
    const { keyId } = merchant.key('sandbox');
    await prisma.apiRequest.create({
      data: {
        id: `req-${paymentId}`,
        ...ctx.tenant,
        keyId,
        method: 'POST',
        path: '/collect',
        statusCode: 202,
        durationMs: 12,
        resourceId: paymentId,
        createdAt: ctx.clock.now(),
      },
    });
    const endpointId = uuidv7();
    await prisma.webhookEndpoint.create({
      data: {
        id: endpointId,
        ...ctx.tenant,
        url: 'https://shop.example/hook?secret=hush',
        events: [],
        sealedSecret: 'sealed',
        createdAt: ctx.clock.now(),
      },
    });
    base.clock.advance(5);
    const row = await prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
    const callbackId = uuidv7();
    const body = promptCallback({ checkoutRequestId: row.checkoutRequestId ?? '', resultCode: '0' });
    await prisma.providerCallback.create({
      data: {
        id: callbackId,
        kind: 'stk_callback',
        subjectId: paymentId,
        subjectKind: 'payment',
        applicationId: ctx.tenant.applicationId,
        bodyHash: 'a'.repeat(64),
        body: Buffer.from(body),
        remoteIp: '196.201.214.200',
        receivedAt: ctx.clock.now(),
      },
    });
    base.clock.advance(1);
    const fact = { merchantRequestId: null, checkoutRequestId: row.checkoutRequestId, resultDesc: 'ok' };
    await settlePayment(
      ctx,
      paymentId,
      { ...fact, door: 'callback', outcome: 'success', resultCode: '0', receipt: 'TKLDETAIL1', amount: '250' },
      callbackId,
    );
    const delivery = await prisma.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
    await prisma.webhookAttempt.create({
      data: {
        deliveryId: delivery.id,
        number: 1,
        endpointId,
        startedAt: new Date(ctx.clock.now().getTime() + 1_000),
        durationMs: 20,
        statusCode: 503,
        error: 'It answered 503.',
      },
    });
    await prisma.webhookDelivery.update({ where: { id: delivery.id }, data: { attemptCount: 1 } });

    const detail = await getPaymentDetail(ctx, { paymentId });
    expect(kinds(detail)).toEqual(['requested', 'prompt_acknowledged', 'callback', 'settled', 'announced', 'delivery']);
    expect(detail.timeline[0]).toMatchObject({
      by: { kind: 'key', name: 'test', lastFour: expect.stringMatching(/^.{4}$/) },
    });
    expect(detail.timeline[3]).toMatchObject({ status: 'success', door: 'callback' });
    expect(detail).toMatchObject({
      payment: { paymentId, status: 'success', phone: '254712345678', providerReceipt: 'TKLDETAIL1', resultCode: 0 },
      decoded: null,
      prospect: null,
      reviews: [],
      requestId: `req-${paymentId}`,
      callbacks: [{ callbackId, state: 'applied', remoteIp: '196.201.214.200', isCut: false }],
      deliveries: [
        { url: 'https://shop.example/hook', attemptCount: 1, lastStatusCode: 503, lastError: 'It answered 503.' },
      ],
      idempotency: { key: 'order-1', state: 'completed', isReplayable: true },
    });
    expect(detail.callbacks[0]?.body).toBe(Buffer.from(body).toString());
    const text = JSON.stringify(detail);
    expect(text).not.toContain(row.callbackToken);
    expect(text).not.toContain('hush');
    expect(text).not.toContain('sealed');
  });

  it('that was asked for by a person names the person, and orders about it stand on the timeline', async () => {
    const { ctx, merchant } = await shop();
    const paymentId = await insertPayment(ctx, { source: 'stk', status: 'pending', nextQueryAt: ctx.clock.now() });
    const order = (kind: 'collect' | 'payment_query') => ({
      id: uuidv7(),
      ...ctx.tenant,
      kind,
      status: 'executed' as const,
      input: {},
      requestedBy: merchant.owner.userId,
      requestKey: uuidv7(),
      createdAt: ctx.clock.now(),
      expiresAt: ctx.clock.now(),
      executedAt: ctx.clock.now(),
      outcome: { ok: true },
      resourceId: paymentId,
    });
    await ctx.db.prisma.order.createMany({ data: [order('collect'), order('payment_query')] });
    const detail = await getPaymentDetail(ctx, { paymentId });
    expect(detail.requestedBy).toMatchObject({ kind: 'person', name: 'Asha', email: null });
    expect(detail.timeline.filter(({ kind }) => kind === 'order')).toEqual([
      expect.objectContaining({
        order: 'payment_query',
        by: expect.objectContaining({ kind: 'person', name: 'Asha' }),
      }),
    ]);
  });
});

describe('a pending payment', () => {
  it('says when it is asked about, and when a person is called', async () => {
    const { ctx, collect } = await shop();
    const paymentId = await collect();
    const createdAt = ctx.clock.now().getTime();
    const { prospect } = await getPaymentDetail(ctx, { paymentId });
    expect(prospect).toEqual({
      isAcknowledged: true,
      isAskable: true,
      lastQueriedAt: null,
      nextQueryAt: new Date(createdAt + 20_000).toISOString(),
      reviewAt: new Date(createdAt + 172_800_000).toISOString(),
    });
  });

  it('that was never acknowledged cannot be asked about, and its open review is named', async () => {
    const { ctx } = await shop();
    const paymentId = await insertPayment(ctx, { source: 'stk', status: 'pending' });
    const review = { reason: 'outcome_unknown' as const, detail: {} };
    await openReviewOf(ctx.db.pool, { kind: 'payment', id: paymentId }, review, ctx.clock.now());
    const detail = await getPaymentDetail(ctx, { paymentId });
    expect(detail.prospect).toMatchObject({ isAcknowledged: false, isAskable: false, nextQueryAt: null });
    expect(detail.reviews).toMatchObject([{ reason: 'outcome_unknown', words: { key: 'outcome_unknown_payment' } }]);
  });
});

it('a pending payment with an id of ours is asked about, whether or not it was acknowledged', async () => {
  const { ctx } = await shop();
  const createdAt = ctx.clock.now();
  const nextQueryAt = later(createdAt, 20_000);
  const paymentId = await insertPayment(ctx, {
    source: 'stk',
    status: 'pending',
    checkoutRequestId: uuidv7(),
    createdAt,
    nextQueryAt,
  });
  const { prospect } = await getPaymentDetail(ctx, { paymentId });
  expect(prospect).toMatchObject({ isAcknowledged: false, isAskable: true, nextQueryAt: nextQueryAt.toISOString() });
});

it('a failure is decoded on the door it came in by', async () => {
  const { ctx } = await shop();
  const byResult = await insertPayment(ctx, { source: 'stk', status: 'failed', resultCode: '1032' });
  const change = {
    status: 'failed',
    resultCode: '400.002.02',
    resultDesc: 'Bad Request - Invalid PhoneNumber',
  } as const;
  const byRefusal = await insertPayment(ctx, { source: 'stk', ...change, settledBy: 'push' });
  expect((await getPaymentDetail(ctx, { paymentId: byResult })).decoded).toMatchObject({
    code: 1032,
    category: 'customer',
  });
  expect((await getPaymentDetail(ctx, { paymentId: byRefusal })).decoded).toMatchObject({
    title: 'Invalid phone number',
  });
});

it('an offline payment shows the confirmation that it was recorded from, and no other', async () => {
  const { ctx } = await shop();
  const createdAt = ctx.clock.now();
  const paymentId = await insertPayment(ctx, { providerReceipt: 'TKLOFFLINE', createdAt });
  const confirmation = (receipt: string, more = {}) => ({
    id: uuidv7({ msecs: createdAt.getTime() }),
    applicationId: ctx.tenant.applicationId,
    kind: 'c2b_confirmation' as const,
    subjectId: uuidv7(),
    subjectKind: 'c2b_registration' as const,
    state: 'applied' as const,
    bodyHash: randomBytes(32).toString('hex'),
    body: Buffer.from(JSON.stringify({ TransID: receipt, TransAmount: '10.00' })),
    remoteIp: '127.0.0.1',
    receivedAt: createdAt,
    ...more,
  });
  const later = new Date(createdAt.getTime() + 1);
  await ctx.db.prisma.providerCallback.createMany({
    data: [
      confirmation('TKLOFFLINE'),
      confirmation('TKLANOTHER'),
      confirmation('TKLOFFLINE', { receivedAt: later }),
      confirmation('TKLOFFLINE', { applicationId: uuidv7() }),
    ],
  });
  const detail = await getPaymentDetail(ctx, { paymentId });
  expect(detail.callbacks).toMatchObject([
    { state: 'applied', body: '{"TransID":"TKLOFFLINE","TransAmount":"10.00"}' },
  ]);
  expect(kinds(detail)).toEqual(['received_offline']);
});

it('an offline payment has no request, and its reversals are found by its receipt', async () => {
  const { ctx } = await shop();
  const paymentId = await insertPayment(ctx, { providerReceipt: 'TKLREVERSE' });
  const disbursementId = uuidv7();
  await ctx.db.prisma.disbursement.create({
    data: {
      id: disbursementId,
      ...ctx.tenant,
      kind: 'reversal',
      status: 'pending',
      amount: 10,
      transactionId: 'TKLREVERSE',
      remarks: 'r',
      shortcode: '600100',
      callbackToken: 'c'.repeat(64),
      createdAt: ctx.clock.now(),
    },
  });
  const detail = await getPaymentDetail(ctx, { paymentId });
  expect(kinds(detail)).toEqual(['received_offline', 'refund_sent']);
  expect(detail).toMatchObject({
    idempotency: null,
    requestId: null,
    reversals: [{ disbursementId, status: 'pending', isLive: true }],
    payment: { refunded: 0, refundPending: true },
  });
  await ctx.db.prisma.disbursement.update({
    where: { id: disbursementId },
    data: { status: 'success', settledAt: ctx.clock.now(), settledBy: 'result' },
  });
  const refunded = await getPaymentDetail(ctx, { paymentId });
  expect(refunded.payment).toMatchObject({ status: 'success', refunded: 10, refundPending: false });
  expect(kinds(refunded)).toEqual(['received_offline', 'refund_sent', 'refund_ended']);
  expect(refunded.timeline.at(-1)).toMatchObject({ disbursementId, amount: 10, status: 'success' });
});

it('a contradiction is on the timeline and among the reasons to look', async () => {
  const { ctx } = await shop();
  const paymentId = await insertPayment(ctx, { source: 'stk', checkoutRequestId: 'ws_CO_c' });
  await settlePayment(ctx, paymentId, {
    door: 'callback',
    merchantRequestId: null,
    checkoutRequestId: 'ws_CO_c',
    outcome: 'failed',
    resultCode: '1032',
    resultDesc: 'cancelled',
    receipt: null,
    amount: null,
  });
  const detail = await getPaymentDetail(ctx, { paymentId });
  expect(detail.reviews).toMatchObject([{ reason: 'result_contradicted' }]);
  expect(detail.timeline).toContainEqual(expect.objectContaining({ kind: 'noted', action: 'payment.contradicted' }));
});

it('a foreign payment, one of the other environment, a missing one and an id that is none are the same', async () => {
  const { ctx } = await shop();
  const { ctx: other } = await shop();
  const live: TenantContext = { ...ctx, tenant: { ...ctx.tenant, environment: 'production' } };
  const paymentId = await insertPayment(ctx);
  for (const [reader, id] of [
    [other, paymentId],
    [live, paymentId],
    [ctx, uuidv7()],
    [ctx, 'nonsense'],
  ] as const) {
    await expect(getPaymentDetail(reader, { paymentId: id })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such payment.',
    });
  }
});
