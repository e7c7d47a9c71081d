import { describe, expect, it } from 'vitest';
import {
  type Person,
  refusalOf,
  review,
  strayCallback,
  stuckPayment,
  stuckPayout,
  useDesks,
} from '../../desk/desk.fixture.ts';
import { addNote, assignReview, clearReview } from '../../reviews/index.ts';
import { browseReviews } from './browse-reviews.ts';
import { getReview } from './get-review.ts';
import { countOpenReviews, listOpenReviews } from './open-reviews.ts';

const desk = useDesks();
const idsOf = async (ctx: Person, input: Parameters<typeof browseReviews>[1] = {}) =>
  (await browseReviews(ctx, input)).rows.map(({ reviewId }) => reviewId);

/** A desk with one review of each of three subjects, the oldest first. */
async function filled() {
  const office = await desk();
  const ctx = office.as('finance');
  const payment = await stuckPayment(ctx, { accountRef: 'INV-77', phone: '254700111222' });
  const reviews = [await review(ctx, 'payment', payment)];
  office.clock.advance(60);
  const payout = await stuckPayout(ctx, { status: 'success', providerReceipt: 'TJKREAD001' });
  reviews.push(await review(ctx, 'disbursement', payout, 'result_contradicted', { resultCode: '2001' }));
  office.clock.advance(60);
  const stray = await strayCallback(ctx, { detail: { receipt: 'TKX0000001', paymentIds: [payment] } });
  reviews.push(stray.reviewId);
  return { office, ctx, payment, payout, stray, reviews: reviews as [string, string, string] };
}

describe('the queue', () => {
  it('has what is open, the newest first, page by page, with the reason and what it is about', async () => {
    const { ctx, payment, reviews } = await filled();
    expect(await idsOf(ctx)).toEqual(reviews.toReversed());
    const first = await browseReviews(ctx, { limit: 2 });
    expect(await idsOf(ctx, { limit: 2, before: first.older ?? undefined })).toEqual([reviews[0]]);
    expect((await browseReviews(ctx, { subjectKind: 'payment' })).rows).toMatchObject([
      {
        subjectId: payment,
        reason: 'outcome_unknown',
        words: { key: 'outcome_unknown_payment' },
        amount: 500,
        phone: '0700…222',
        subjectStatus: 'pending',
        assignedTo: null,
      },
    ]);
    expect(await countOpenReviews(ctx)).toEqual({ value: 3, more: false });
  });

  it('is narrowed by reason, subject, who looks after it, and what is typed', async () => {
    const { office, ctx, payment, payout, stray, reviews } = await filled();
    const [one, two, three] = reviews;
    const userId = office.as('support').actor.slice('user:'.length);
    await assignReview(ctx, { reviewId: one, userId });
    expect(await idsOf(ctx, { assignedTo: userId })).toEqual([one]);
    expect(await idsOf(ctx, { assignedTo: 'nobody' })).toEqual([three, two]);
    expect(await idsOf(ctx, { reason: 'result_contradicted' })).toEqual([two]);
    expect(await idsOf(ctx, { isOffline: true })).toEqual([three]);
    await ctx.rows.prisma.payment.update({ where: { id: payment }, data: { source: 'c2b', callbackToken: null } });
    expect(await idsOf(ctx, { isOffline: true })).toEqual([three, one]);
    for (const [search, id] of [
      ['0700111222', one],
      ['inv-77', one],
      [payment, one],
      ['tjkread001', two],
      [payout, two],
      ['TKX0000001', three],
      [stray.callbackId, three],
    ] as const) {
      expect(await idsOf(ctx, { search }), search).toEqual([id]);
    }
    expect(await idsOf(ctx, { search: 'nothing of the kind' })).toEqual([]);
    expect(await refusalOf(browseReviews(ctx, { assignedTo: 'me' }))).toMatchObject({ code: 'invalid_input' });
  });

  it('keeps what is closed apart, and shows nothing of other tenants', async () => {
    const { office, ctx, payment, reviews } = await filled();
    await clearReview(ctx, { reviewId: reviews[0], note: 'done' });
    expect(await idsOf(ctx)).toEqual([reviews[2], reviews[1]]);
    expect((await browseReviews(ctx, { state: 'closed' })).rows).toMatchObject([
      { reviewId: reviews[0], status: 'closed', closedAt: ctx.clock.now().toISOString() },
    ]);
    const stranger = (await desk()).as('owner');
    for (const other of [stranger, office.as('owner', 'production')]) {
      expect(await idsOf(other)).toEqual([]);
      expect(await countOpenReviews(other)).toEqual({ value: 0, more: false });
      expect(await listOpenReviews(other, { subjectKind: 'payment', subjectId: payment })).toEqual([]);
      expect(await refusalOf(getReview(other, { reviewId: reviews[1] }))).toMatchObject({ code: 'not_found' });
    }
  });
});

describe('a review', () => {
  it('of a payment shows what is known, what could be the same money, the notes, and the steps', async () => {
    const ctx = (await desk()).as('finance');
    const id = await stuckPayment(ctx, { shortcode: '600700' });
    const { createdAt } = await ctx.rows.prisma.payment.findUniqueOrThrow({ where: { id } });
    const other = await stuckPayment(ctx, {
      source: 'c2b',
      status: 'success',
      providerReceipt: 'TJKREAD002',
      callbackToken: null,
      shortcode: '600700',
      createdAt,
    });
    const { callbackId, registrationId } = await strayCallback(ctx);
    const held = { callbackId, registrationId, ...ctx.tenant, shortcode: '600700', amount: 500, receipt: 'TJKREAD003' };
    const times = { paidAt: createdAt, heldAt: createdAt };
    await ctx.rows.prisma.heldConfirmation.create({
      data: { ...held, phone: '2547*****126', reference: 'INV', ...times },
    });
    const [reviewId, second] = [await review(ctx, 'payment', id), await review(ctx, 'payment', id, 'paid_late')];
    await addNote(ctx, { reviewId, text: 'Called the customer' });
    const confirmation = await ctx.rows.prisma.review.findFirstOrThrow({ where: { subjectId: callbackId } });
    expect(await getReview(ctx, { reviewId: confirmation.id })).toMatchObject({
      steps: ['ask_again', 'ask_receipt', 'decide_confirmation', 'clear'],
      evidence: { held: [{ callbackId }], candidates: [{ paymentId: id }] },
    });
    const detail = await getReview(ctx, { reviewId });
    expect(detail).toMatchObject({
      review: { sentence: 'The provider never said whether this was paid.', status: 'open' },
      subject: { status: 'pending', amount: 500 },
      steps: ['ask_again', 'resolve_paid', 'resolve_not_paid', 'link', 'clear'],
      pendingOrder: null,
      notes: [{ text: 'Called the customer', by: { kind: 'person' } }],
      evidence: {
        held: [{ receipt: 'TJKREAD003', callbackId }],
        candidates: [{ paymentId: other, isNamed: false }],
        others: [{ reviewId: second, reason: 'paid_late' }],
      },
    });
    expect(detail.assignable).toHaveLength(4);
    const { callbackToken } = await ctx.rows.prisma.payment.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(detail)).not.toContain(callbackToken);
    expect(await listOpenReviews(ctx, { subjectKind: 'payment', subjectId: id })).toHaveLength(2);
  });

  it('of a confirmation shows its body as text of bounded size and the payments that it may belong to', async () => {
    const { ctx, payment, stray } = await filled();
    const detail = await getReview(ctx, { reviewId: stray.reviewId });
    expect(detail).toMatchObject({
      subject: { kind: 'c2b_confirmation', receipt: 'TKX0000001' },
      steps: ['ask_again', 'ask_receipt', 'clear'],
      evidence: {
        callbacks: [{ body: '{"TransID":"TKX0000001"}', isCut: false }],
        candidates: [{ paymentId: payment, isNamed: true }],
      },
    });
    const long = await strayCallback(ctx, { body: `\u0000${'x'.repeat(20_000)}` });
    const [shown] = (await getReview(ctx, { reviewId: long.reviewId })).evidence.callbacks;
    expect(shown).toMatchObject({ isCut: true });
    expect(shown?.body).toHaveLength(16_384);
    expect(shown?.body).not.toContain('\u0000');
  });

  it('that is closed has no steps, and says who closed it', async () => {
    const { ctx, reviews } = await filled();
    await clearReview(ctx, { reviewId: reviews[1], note: 'The bank says so' });
    expect(await getReview(ctx, { reviewId: reviews[1] })).toMatchObject({
      steps: [],
      review: { status: 'closed', closingNote: 'The bank says so', closedBy: { kind: 'person' } },
    });
  });
});
