import { describe, expect, it } from 'vitest';
import { insertPayment } from '../payments/payments.fixture.ts';
import { mpesaAccount } from '../provider/accounts.ts';
import { inquiryLadderSeconds } from './disbursement.ts';
import {
  elsewhere,
  later,
  onlyRowOf,
  post,
  refusalOf,
  reviewsOf,
  rowOf,
  rowsOf,
  type Shop,
  under,
  useShops,
} from './disbursements.fixture.ts';
import { reverse } from './reverse.ts';
import { sweepDisbursements } from './sweep-disbursements.ts';

const shop = useShops();

let receipts = 0;
const newReceipt = () => {
  receipts += 1;
  return `TJO${String(receipts).padStart(7, '0')}`;
};
const foreign = () => ({ transactionId: newReceipt(), amount: 40 });
const claimsOf = (ctx: Shop) =>
  ctx.db.prisma.idempotencyRecord.count({ where: { applicationId: ctx.tenant.applicationId } });

describe('a receipt is reversed once', () => {
  it('while a reversal is pending, a second one is refused with its id, calls nobody and spends no key', async () => {
    const ctx = await shop();
    const input = foreign();
    const { outcome } = await reverse(ctx, input, under('first', input));
    const { disbursementId } = outcome;
    expect(await refusalOf(reverse(ctx, input, under('second', input)))).toEqual({
      code: 'already_reversed',
      disbursementId,
    });
    expect(await refusalOf(reverse(ctx, input))).toMatchObject({ code: 'already_reversed', disbursementId });
    expect(await refusalOf(reverse(ctx, { ...input, transactionId: input.transactionId.toLowerCase() }))).toMatchObject(
      {
        code: 'already_reversed',
      },
    );
    expect(ctx.provider.reversals.calls).toHaveLength(1);
    expect(await rowsOf(ctx)).toHaveLength(1);
    expect(await claimsOf(ctx)).toBe(1);
    await post(ctx, disbursementId, { resultCode: '1' });
    expect((await reverse(ctx, input, under('second', input))).outcome.kind).toBe('accepted');
  });

  it('after a success, too, and the same key still replays', async () => {
    const ctx = await shop();
    const { shortcode } = await mpesaAccount(ctx, ctx.tenant);
    const receipt = newReceipt();
    await insertPayment(ctx, { shortcode, providerReceipt: receipt, amount: 40, requestedAmount: 40 });
    const input = { transactionId: receipt, amount: 40 };
    const first = await reverse(ctx, input, under('k', input));
    await post(ctx, first.outcome.disbursementId, { resultCode: '0', transactionId: newReceipt() });
    await expect(reverse(ctx, input, under('l', input))).rejects.toThrow(/has reversed this receipt/);
    expect(await reverse(ctx, input, under('k', input))).toEqual({ ...first, replayed: true });
  });

  it('when twenty ask at the same moment in two processes, one is sent', async () => {
    const ctx = await shop();
    const input = foreign();
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        refusalOf(reverse(n % 2 ? ctx : elsewhere(ctx), input, under(`k${n}`, input))),
      ),
    );
    const { id } = await onlyRowOf(ctx);
    expect(asked.filter((refused) => refused === undefined)).toHaveLength(1);
    expect(asked.filter(Boolean)).toEqual(
      Array.from({ length: 19 }, () => ({ code: 'already_reversed', disbursementId: id })),
    );
    expect(ctx.provider.reversals.calls).toHaveLength(1);
    expect(await claimsOf(ctx)).toBe(1);
  });

  it('of one application and environment: another merchant is not kept from asking', async () => {
    const [ctx, other] = [await shop(), await shop()];
    const input = foreign();
    await reverse(ctx, input);
    expect((await reverse(other, input)).outcome.kind).toBe('accepted');
  });

  it('a refused one frees the receipt', async () => {
    const ctx = await shop();
    const input = foreign();
    ctx.provider.reversals.answer({ kind: 'rejected', by: 'provider', code: 'http_403', description: 'no' });
    expect((await reverse(ctx, input)).outcome.kind).toBe('refused');
    expect((await reverse(ctx, input)).outcome.kind).toBe('accepted');
  });

  it('one that turns out paid after it had failed is a success, and a second one beside it goes to people', async () => {
    const ctx = await shop();
    const input = foreign();
    const first = (await reverse(ctx, input)).outcome.disbursementId;
    await post(ctx, first, { resultCode: '1' });
    const second = (await reverse(ctx, input)).outcome.disbursementId;
    const receipt = newReceipt();
    expect(await post(ctx, first, { resultCode: '0', transactionId: receipt })).toEqual({
      state: 'applied',
      error: null,
    });
    expect(await rowOf(ctx, first)).toMatchObject({ status: 'success', providerReceipt: receipt, needsReview: true });
    expect(await reviewsOf(ctx, first)).toEqual([
      { reason: 'paid_late', detail: { previousResultCode: '1', receipt } },
      { reason: 'same_money', detail: { transactionId: input.transactionId, otherReversal: second } },
    ]);
    expect(await refusalOf(reverse(ctx, input))).toMatchObject({ code: 'already_reversed' });
  });
});

describe('a reversal that was never acknowledged', () => {
  async function unanswered() {
    const ctx = await shop();
    const input = foreign();
    ctx.provider.reversals.answer({ kind: 'unknown', cause: 'timeout' });
    await refusalOf(reverse(ctx, input));
    const { id } = await onlyRowOf(ctx);
    return { ctx, input, id };
  }
  const asksOf = (ctx: Shop, id: string) =>
    ctx.events.filter((event) => event.name === 'disbursement.inquiry_due' && event.data.disbursementId === id);

  it('is asked about on the whole ladder, and then no longer keeps the receipt', async () => {
    const { ctx, input, id } = await unanswered();
    for (const seconds of inquiryLadderSeconds) {
      await sweepDisbursements(later(ctx, seconds + 1));
      expect(await refusalOf(reverse(ctx, input))).toMatchObject({ code: 'already_reversed', disbursementId: id });
    }
    expect(asksOf(ctx, id)).toHaveLength(inquiryLadderSeconds.length);
    await sweepDisbursements(later(ctx, 90_001));
    expect(asksOf(ctx, id)).toHaveLength(inquiryLadderSeconds.length);
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'pending', nextInquiryAt: null, needsReview: true });
    expect(await reviewsOf(ctx, id)).toEqual([{ reason: 'outcome_unknown', detail: {} }]);
    const { outcome } = await reverse(ctx, input);
    expect(outcome.kind).toBe('accepted');
    // Both may come back as paid: neither result is lost, and people are notified.
    await post(ctx, id, { resultCode: '0', transactionId: newReceipt() });
    await post(ctx, outcome.disbursementId, { resultCode: '0', transactionId: newReceipt() });
    expect((await rowsOf(ctx)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await reviewsOf(ctx, outcome.disbursementId)).toMatchObject([{ reason: 'same_money' }]);
  });
});
