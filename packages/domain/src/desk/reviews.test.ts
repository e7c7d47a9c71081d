import { describe, expect, it } from 'vitest';
import { linkPayments } from '../payments/index.ts';
import { addNote, assignReview, clearReview } from '../reviews/index.ts';
import { auditAbout, openReviewsOf, type Person, refusalOf, review, stuckPayment, useDesks } from './desk.fixture.ts';

const desk = useDesks();
const rowOf = (ctx: Person, id: string) => ctx.rows.prisma.review.findUniqueOrThrow({ where: { id } });
const userIdOf = (ctx: Person) => ctx.actor.slice('user:'.length);

describe('a review', () => {
  it('takes notes, which the audit mentions without their text', async () => {
    const ctx = (await desk()).as('support');
    const id = await review(ctx, 'payment', await stuckPayment(ctx));
    await addNote(ctx, { reviewId: id, text: 'Asked the customer.\nShe paid.' });
    expect(await ctx.rows.prisma.reviewNote.findMany({ where: { reviewId: id } })).toMatchObject([
      { actor: ctx.actor, text: 'Asked the customer.\nShe paid.', createdAt: ctx.clock.now() },
    ]);
    const [entry] = await auditAbout(ctx, id);
    expect(entry?.action).toBe('review.note_added');
    expect(JSON.stringify(entry?.detail)).not.toContain('customer');
    for (const text of ['', '  ', 'a\u0000b', 'x'.repeat(1_001)]) {
      expect(await refusalOf(addNote(ctx, { reviewId: id, text }))).toMatchObject({ code: 'invalid_input' });
    }
  });

  it('is assigned to a member who works on reviews, and to nobody', async () => {
    const [mine, theirs] = [await desk(), await desk()];
    const ctx = mine.as('finance');
    const reviewId = await review(ctx, 'payment', await stuckPayment(ctx));
    const userId = userIdOf(mine.as('support'));
    await assignReview(ctx, { reviewId, userId });
    await assignReview(ctx, { reviewId, userId });
    expect((await rowOf(ctx, reviewId)).assignedTo).toBe(userId);
    for (const other of [mine.as('developer'), theirs.as('owner')]) {
      expect(await refusalOf(assignReview(ctx, { reviewId, userId: userIdOf(other) }))).toMatchObject({
        code: 'invalid_input',
      });
    }
    await assignReview(ctx, { reviewId, userId: null });
    expect((await auditAbout(ctx, reviewId)).map(({ action }) => action)).toEqual([
      'review.assigned',
      'review.unassigned',
    ]);
  });

  it('is cleared alone or with the others of its subject, and money stays as it is', async () => {
    const ctx = (await desk()).as('support');
    const id = await stuckPayment(ctx);
    const one = await review(ctx, 'payment', id);
    for (const reason of ['paid_late', 'amount_differed'] as const) await review(ctx, 'payment', id, reason);
    expect(await clearReview(ctx, { reviewId: one, note: 'Looked at it' })).toEqual({ closed: 1 });
    expect(await clearReview(ctx, { reviewId: one, note: 'Looked at it' })).toEqual({ closed: 0 });
    expect((await openReviewsOf(ctx, id)).sort()).toEqual(['amount_differed', 'paid_late']);
    const paymentOf = () => ctx.rows.prisma.payment.findUniqueOrThrow({ where: { id } });
    expect((await paymentOf()).needsReview).toBe(true);
    expect(await clearReview(ctx, { reviewId: one, note: 'All of it', all: true })).toEqual({ closed: 2 });
    expect(await paymentOf()).toMatchObject({ needsReview: false, status: 'pending' });
    expect(await rowOf(ctx, one)).toMatchObject({ status: 'closed', closedBy: ctx.actor, closingNote: 'Looked at it' });
    expect((await auditAbout(ctx, one)).map(({ action, detail }) => [action, detail])).toEqual([
      ['review.cleared', expect.objectContaining({ note: 'Looked at it', closed: 1 })],
      ['review.cleared', expect.objectContaining({ note: 'All of it', closed: 2 })],
    ]);
    expect(await refusalOf(clearReview(ctx, { reviewId: one, note: '' }))).toMatchObject({ code: 'invalid_input' });
    expect(await refusalOf(assignReview(ctx, { reviewId: one, userId: null }))).toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is worked on by nobody whose role may not', async () => {
    const mine = await desk();
    const [ctx, developer] = [mine.as('support'), mine.as('developer')];
    const reviewId = await review(ctx, 'payment', await stuckPayment(ctx));
    for (const working of [
      addNote(developer, { reviewId, text: 'x' }),
      assignReview(developer, { reviewId, userId: userIdOf(ctx) }),
      clearReview(developer, { reviewId, note: 'x', all: true }),
    ]) {
      expect(await refusalOf(working)).toMatchObject({ code: 'forbidden' });
    }
    expect(await rowOf(ctx, reviewId)).toMatchObject({ status: 'open', assignedTo: null });
  });

  it('of another tenant or environment is not there', async () => {
    const [mine, theirs] = [await desk(), await desk()];
    const reviewId = await review(mine.as('owner'), 'payment', await stuckPayment(mine.as('owner')));
    for (const ctx of [theirs.as('owner'), mine.as('owner', 'production')]) {
      for (const id of [reviewId, crypto.randomUUID(), '../..']) {
        const refused = await Promise.all([
          refusalOf(addNote(ctx, { reviewId: id, text: 'x' })),
          refusalOf(assignReview(ctx, { reviewId: id, userId: null })),
          refusalOf(clearReview(ctx, { reviewId: id, note: 'x', all: true })),
        ]);
        expect(refused).toEqual(Array(3).fill({ code: 'not_found', detail: 'There is no such review.' }));
      }
    }
    expect((await rowOf(mine.as('owner'), reviewId)).status).toBe('open');
  });
});

describe('linking', () => {
  it('names the two as the same money and closes what waited for that, once', async () => {
    const ctx = (await desk()).as('finance');
    const prompt = await stuckPayment(ctx, { shortcode: '600555' });
    const offline = await stuckPayment(ctx, {
      source: 'c2b',
      status: 'success',
      providerReceipt: 'TJKLINK001',
      callbackToken: null,
      shortcode: '600555',
    });
    await review(ctx, 'payment', prompt, 'same_money');
    await review(ctx, 'payment', prompt);
    await review(ctx, 'payment', offline, 'same_money');
    const input = { paymentId: prompt, otherId: offline, note: 'One customer, one payment' };
    await linkPayments(ctx, input);
    await linkPayments(ctx, input);
    const rows = await ctx.rows.prisma.payment.findMany({ where: { id: { in: [prompt, offline] } } });
    expect(Object.fromEntries(rows.map(({ id, sameMoneyAs, status }) => [id, [sameMoneyAs, status]]))).toEqual({
      [prompt]: [offline, 'pending'],
      [offline]: [prompt, 'success'],
    });
    expect(await openReviewsOf(ctx, prompt)).toEqual(['outcome_unknown']);
    expect(await openReviewsOf(ctx, offline)).toEqual([]);
  });

  it('refuses what cannot be the same money', async () => {
    const [mine, theirs] = [await desk(), await desk()];
    const ctx = mine.as('finance');
    const shortcode = '600556';
    const one = await stuckPayment(ctx, { shortcode, status: 'success', providerReceipt: 'TJKLINK002' });
    const link = async (changes: Parameters<typeof stuckPayment>[1], by = ctx) =>
      refusalOf(
        linkPayments(ctx, { paymentId: one, otherId: await stuckPayment(by, { shortcode, ...changes }), note: 'x' }),
      );
    expect(await link({ amount: 499 })).toMatchObject({ code: 'invalid_input' });
    expect(await link({ shortcode: '600557' })).toMatchObject({ code: 'invalid_input' });
    expect(await link({ status: 'success', providerReceipt: 'TJKLINK003' })).toMatchObject({ code: 'invalid_input' });
    expect(await link({ sameMoneyAs: crypto.randomUUID() })).toMatchObject({ code: 'invalid_input' });
    const unpaid = await stuckPayment(ctx, { shortcode });
    expect(
      await refusalOf(
        linkPayments(ctx, { paymentId: unpaid, otherId: await stuckPayment(ctx, { shortcode }), note: 'x' }),
      ),
    ).toMatchObject({ code: 'invalid_input' });
    expect(await link({}, theirs.as('finance'))).toMatchObject({ code: 'not_found' });
    expect(await refusalOf(linkPayments(ctx, { paymentId: one, otherId: one, note: 'x' }))).toMatchObject({
      code: 'invalid_input',
    });
  });
});
