import { describe, expect, it } from 'vitest';
import { sweepDisbursements } from '../disbursements/index.ts';
import { sweepPayments } from '../payments/index.ts';
import { askAgain } from './ask-again.ts';
import {
  auditAbout,
  type Person,
  refusalOf,
  review,
  strayCallback,
  stuckPayment,
  stuckPayout,
  token,
  useDesks,
} from './desk.fixture.ts';

const desk = useDesks();
const told = (ctx: Person, name: string, field: string, id: string) =>
  ctx.events.filter((event) => event.name === name && (event.data as Record<string, string>)[field] === id);

describe('asking again', () => {
  it('about a payment: the worker queries it once more, and it keeps its review', async () => {
    const shop = await desk();
    const ctx = shop.as('support');
    const worker = { ...ctx, db: shop.worker.db };
    const id = await stuckPayment(ctx);
    const reviewId = await review(ctx, 'payment', id);
    await askAgain(ctx, { reviewId });
    await sweepPayments(worker);
    expect(told(ctx, 'payment.query_due', 'paymentId', id)).toHaveLength(1);
    await sweepPayments(worker);
    expect(told(ctx, 'payment.query_due', 'paymentId', id)).toHaveLength(1);
    expect(await ctx.rows.prisma.review.count({ where: { subjectId: id, status: 'open' } })).toBe(1);
    expect(await auditAbout(ctx, reviewId)).toMatchObject([{ action: 'review.asked_again', actor: ctx.actor }]);
  });

  it('about a payout: an inquiry, not two within a minute', async () => {
    const shop = await desk();
    const ctx = shop.as('support');
    const id = await stuckPayout(ctx);
    const reviewId = await review(ctx, 'disbursement', id);
    await askAgain(ctx, { reviewId });
    await sweepDisbursements({ ...ctx, db: shop.worker.db });
    expect(told(ctx, 'disbursement.inquiry_due', 'disbursementId', id)).toHaveLength(1);
    await ctx.rows.prisma.inquiry.create({
      data: {
        id: crypto.randomUUID(),
        ...ctx.tenant,
        kind: 'transaction_status',
        status: 'pending',
        shortcode: '174379',
        identifierType: '4',
        remarks: '',
        callbackToken: token(),
        disbursementId: id,
        createdAt: ctx.clock.now(),
      },
    });
    expect(await refusalOf(askAgain(ctx, { reviewId }))).toMatchObject({ code: 'invalid_input' });
    ctx.clock.advance(61);
    expect(await refusalOf(askAgain(ctx, { reviewId }))).toBeUndefined();
  });

  it('about a callback: it is applied again, also the one that a payment’s review names', async () => {
    const ctx = (await desk()).as('support');
    const { callbackId, reviewId } = await strayCallback(ctx);
    await askAgain(ctx, { reviewId });
    const { state, retryAt, attempts } = await ctx.rows.prisma.providerCallback.findUniqueOrThrow({
      where: { id: callbackId },
    });
    expect({ state, retryAt, attempts }).toEqual({ state: 'received', retryAt: ctx.clock.now(), attempts: 0 });
    expect(ctx.events.map(({ name }) => name)).toContain('callbacks.waiting');
    const other = await strayCallback(ctx);
    const id = await stuckPayment(ctx, { status: 'failed' });
    const named = await review(ctx, 'payment', id, 'callback_failed', { callbackId: other.callbackId, error: 'no' });
    await askAgain(ctx, { reviewId: named });
    const reopened = await ctx.rows.prisma.providerCallback.findUniqueOrThrow({ where: { id: other.callbackId } });
    expect(reopened).toMatchObject({ state: 'received', attempts: 0 });
    await ctx.rows.prisma.providerCallback.update({ where: { id: callbackId }, data: { state: 'applied' } });
    expect(await refusalOf(askAgain(ctx, { reviewId }))).toMatchObject({ code: 'invalid_input' });
  });

  it('is refused where nothing can be asked, and to other tenants', async () => {
    const [mine, theirs] = [await desk(), await desk()];
    const ctx = mine.as('support');
    const done = await review(ctx, 'payment', await stuckPayment(ctx, { status: 'failed' }));
    const unacknowledged = {
      kind: 'reversal' as const,
      phone: null,
      commandId: null,
      transactionId: 'TJKASK0001',
      originatorConversationId: null,
    };
    const old = { createdAt: new Date(ctx.clock.now().getTime() - 50 * 3_600_000) };
    const over = await review(ctx, 'payment', await stuckPayment(ctx, old));
    const unknown = await review(ctx, 'payment', await stuckPayment(ctx, { checkoutRequestId: null }));
    const nameless = await review(ctx, 'disbursement', await stuckPayout(ctx, unacknowledged));
    for (const reviewId of [done, over, unknown, nameless]) {
      expect(await refusalOf(askAgain(ctx, { reviewId }))).toMatchObject({ code: 'invalid_input' });
    }
    expect(await refusalOf(askAgain(theirs.as('support'), { reviewId: unknown }))).toMatchObject({ code: 'not_found' });
  });
});
