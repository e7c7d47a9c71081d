import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ScriptedShop as Shop,
  scriptedUpstream,
  seed,
  subscribeToAll,
  type TestContext,
  testContext,
  withOwnSignals,
} from '../testing/index.ts';
import { collectPayment } from './collect.ts';
import { expirySeconds } from './payment.ts';
import { settlePayment } from './settle.ts';
import { sweepPayments } from './sweep-payments.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const hour = 3_600;

/** A merchant with a pending payment. `answered`: whether the provider acknowledged the prompt. */
async function pendingPayment(answered = true): Promise<{ ctx: Shop; id: string }> {
  const ctx = withOwnSignals({ ...base, clock: { ...base.clock } });
  const merchant = await seed(ctx).owner().application().credentials('sandbox').mint();
  const shop = { ...merchant.as('sandbox'), ...scriptedUpstream(ctx) };
  await subscribeToAll(shop);
  if (!answered) shop.provider.pushes.answer({ kind: 'unknown', cause: 'cut' });
  await collectPayment(shop, { amount: 100, phone: '254712345678' }).catch(() => undefined);
  const { id } = await shop.db.prisma.payment.findFirstOrThrow({ where: shop.tenant });
  return { ctx: shop, id };
}

const rowOf = (ctx: Shop, id: string) => ctx.db.prisma.payment.findUniqueOrThrow({ where: { id } });
const eventsOf = async (ctx: Shop, subjectId: string) =>
  (await ctx.db.prisma.webhookEvent.findMany({ where: { subjectId }, orderBy: { createdAt: 'asc' } })).map(
    ({ type, body }) => ({ type, data: JSON.parse(body).data }),
  );
const reviewsOf = (ctx: Shop, subjectId: string) =>
  ctx.db.prisma.review.findMany({
    where: { subjectId },
    orderBy: { openedAt: 'asc' },
    select: { reason: true, status: true },
  });
const at = (ctx: Shop, seconds: number): Shop => ({
  ...ctx,
  clock: { ...ctx.clock, now: () => new Date(base.clock.now().getTime() + seconds * 1000) },
});

describe.each([
  ['acknowledged', true],
  ['never acknowledged', false],
])('a prompt that was %s and about which nothing final was ever told', (_what, answered) => {
  it('fails after 49 hours, is announced and audited, and stays with people', async () => {
    const { ctx, id } = await pendingPayment(answered);
    for (const seconds of [20, 300, hour, 24 * hour, 48 * hour, 48 * hour + 60]) await sweepPayments(at(ctx, seconds));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'pending', needsReview: true });
    expect(await eventsOf(ctx, id)).toEqual([]);
    await Promise.all([sweepPayments(at(ctx, expirySeconds)), sweepPayments(at(ctx, expirySeconds))]);
    await sweepPayments(at(ctx, 60 * hour));
    expect(await rowOf(ctx, id)).toMatchObject({
      status: 'failed',
      resultCode: 'expired_unanswered',
      settledBy: 'expiry',
      nextQueryAt: null,
      needsReview: true,
    });
    const [event, ...more] = await eventsOf(ctx, id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'payment.failed',
      data: { resultCode: 'expired_unanswered', decoded: { title: 'Expired without an outcome', retryable: false } },
    });
    expect(await reviewsOf(ctx, id)).toEqual([{ reason: 'outcome_unknown', status: 'open' }]);
    const audit = await ctx.db.prisma.auditEntry.findFirst({ where: { subjectId: id, action: 'payment.expired' } });
    expect(audit).toMatchObject({ actor: 'system', detail: { isAcknowledged: answered } });
  });

  it('is a success when the provider says so after all', async () => {
    const { ctx, id } = await pendingPayment(answered);
    for (const seconds of [300, 48 * hour, expirySeconds]) await sweepPayments(at(ctx, seconds));
    const { checkoutRequestId } = await rowOf(ctx, id);
    await settlePayment(at(ctx, 60 * hour), id, {
      door: 'callback',
      merchantRequestId: null,
      checkoutRequestId,
      outcome: 'success',
      resultCode: '0',
      resultDesc: 'ok',
      receipt: answered ? 'TJE0000001' : 'TJE0000002',
      amount: '100',
    });
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', resultCode: '0' });
    expect((await eventsOf(ctx, id)).map(({ type }) => type)).toEqual(['payment.failed', 'payment.success']);
  });
});

it('a payment that was not looked at for days is asked about once more before it ends', async () => {
  const { ctx, id } = await pendingPayment();
  await sweepPayments(at(ctx, 100 * hour));
  expect(ctx.events.filter(({ name }) => name === 'payment.query_due')).not.toEqual([]);
  expect(await rowOf(ctx, id)).toMatchObject({ status: 'pending', needsReview: true });
  await sweepPayments(at(ctx, 100 * hour + 3_599));
  expect((await rowOf(ctx, id)).status).toBe('pending');
  await sweepPayments(at(ctx, 101 * hour));
  expect((await rowOf(ctx, id)).status).toBe('failed');
});
