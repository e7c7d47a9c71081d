import { describe, expect, it } from 'vitest';
import { sweepInquiries } from '../inquiries/index.ts';
import { openInquiry } from '../inquiries/statements.ts';
import type { TransactionStatus } from '../ports/provider.ts';
import { inquiryLadderSeconds } from './disbursement.ts';
import {
  auditOf,
  inquiriesOf,
  later,
  onlyRowOf,
  post,
  refusalOf,
  reviewsOf,
  rowOf,
  type Shop,
  under,
  useShops,
  webhooksOf,
} from './disbursements.fixture.ts';
import { inquireDisbursement } from './inquire-disbursement.ts';
import { payOut } from './pay-out.ts';
import { reverse } from './reverse.ts';
import { sweepDisbursements } from './sweep-disbursements.ts';

const shop = useShops();

const input = { amount: 100, phone: '254712345678', commandId: 'BusinessPayment' as const };
const lost = { kind: 'unknown' as const, cause: 'cut' };

/** A payout whose acknowledgement was lost. */
async function lostPayout() {
  const ctx = await shop();
  ctx.provider.payouts.answer(lost);
  await refusalOf(payOut(ctx, input, under('k', input)));
  return { ctx, id: (await onlyRowOf(ctx)).id };
}

/** The answer to a question about a transaction. */
const told = (transactionStatus: string, changes: Partial<TransactionStatus> = {}) => ({
  resultCode: '0',
  raw: {
    transactionStatus: {
      transactionStatus,
      amount: '100',
      receipt: null,
      initiatedAt: null,
      completedAt: null,
      debitParty: null,
      creditParty: null,
      reason: null,
      ...changes,
    },
  },
});

/** Sweeps at a time, and answers the inquiries that were published for a disbursement. */
async function dueAt(ctx: Shop, id: string, seconds: number) {
  const at = later(ctx, seconds);
  at.events.length = 0;
  await sweepDisbursements(at);
  return at.events.flatMap((event) =>
    event.name === 'disbursement.inquiry_due' && event.data.disbursementId === id ? [event.data] : [],
  );
}

/** Sweeps at a time and asks what is due. Returns the inquiry. */
async function askAt(ctx: Shop, id: string, seconds: number) {
  const [due] = await dueAt(ctx, id, seconds);
  if (!due) throw new Error('nothing is due');
  expect(await inquireDisbursement(later(ctx, seconds), due)).toBe('asked');
  return due.inquiryId;
}

describe('the ladder', () => {
  it('asks on each rung once, by the conversation, and then leaves the disbursement to people', async () => {
    const { ctx, id } = await lostPayout();
    expect(await dueAt(ctx, id, 119)).toEqual([]);
    for (const seconds of inquiryLadderSeconds) {
      expect((await rowOf(ctx, id)).needsReview).toBe(false);
      expect(await dueAt(ctx, id, seconds)).toHaveLength(1);
      expect(await dueAt(ctx, id, seconds + 1)).toEqual([]);
    }
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'pending', needsReview: true, nextInquiryAt: null });
    expect(await dueAt(ctx, id, 10 * 86_400)).toEqual([]);
  });

  it('at most doubles the wait when a question is lost', () => {
    const isLate = (seconds: number, n: number) => n > 0 && seconds > 2 * (inquiryLadderSeconds[n - 1] ?? 0);
    expect(inquiryLadderSeconds.filter(isLate)).toEqual([]);
    expect([inquiryLadderSeconds.at(0), inquiryLadderSeconds.at(-1)]).toEqual([120, 86_400]);
  });

  it('makes one rung of those that were missed while nobody swept', async () => {
    const { ctx, id } = await lostPayout();
    expect(await dueAt(ctx, id, 4_000)).toHaveLength(1);
    expect((await rowOf(ctx, id)).nextInquiryAt).toEqual(later(ctx, 7_200).clock.now());
  });

  it('two sweeps at once publish one inquiry, and an event that comes twice asks once', async () => {
    const { ctx, id } = await lostPayout();
    const [one, two] = [later(ctx, 120), later(ctx, 120)];
    await Promise.all([sweepDisbursements(one), sweepDisbursements(two)]);
    const due = ctx.events.flatMap((event) =>
      event.name === 'disbursement.inquiry_due' && event.data.disbursementId === id ? [event.data] : [],
    );
    expect(due).toHaveLength(1);
    for (const ids of [...due, ...due, ...due]) await inquireDisbursement(one, ids);
    expect(ctx.provider.statusInquiries.calls).toHaveLength(1);
    const { request } = ctx.provider.statusInquiries.calls[0] ?? {};
    const [inquiry] = await inquiriesOf(ctx);
    const { callbackToken } = await rowOf(ctx, id);
    expect(inquiry?.callbackToken).not.toBe(callbackToken);
    expect(request).toMatchObject({
      by: { originalConversationId: id },
      identifierType: '4',
      resultUrl: `https://pay.example/functions/v1/result-hook/${inquiry?.callbackToken}`,
    });
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });

  it('asks nothing when the payout was settled while the question was prepared', async () => {
    const { ctx, id } = await lostPayout();
    const [due] = await dueAt(ctx, id, 120);
    await post(ctx, id, { resultCode: '0', transactionId: 'TJKPAYOUT9' });
    const { shortcode } = await rowOf(ctx, id);
    const question = {
      ...ctx.tenant,
      id: due?.inquiryId ?? '',
      kind: 'transaction_status' as const,
      transactionId: null,
      identifierType: '4',
      remarks: 'r',
      occasion: null,
      rail: 'mpesa' as const,
      shortcode,
      callbackToken: 'a'.repeat(64),
      disbursementId: id,
      callbackId: null,
      createdAt: ctx.clock.now(),
    };
    expect(await openInquiry(ctx.db.pool, question)).toBe(false);
    expect(await inquiriesOf(ctx)).toEqual([]);
  });

  it('a reversal without an acknowledgement is asked about by its receipt, and needs review after five minutes', async () => {
    const ctx = await shop();
    ctx.provider.reversals.answer(lost);
    await refusalOf(reverse(ctx, { transactionId: 'TJK1A2B3C5', amount: 10 }));
    const { id } = await onlyRowOf(ctx);
    const inquiryId = await askAt(ctx, id, 120);
    expect(ctx.provider.statusInquiries.calls[0]?.request.by).toEqual({ transactionId: 'TJK1A2B3C5' });
    expect((await rowOf(ctx, id)).needsReview).toBe(false);
    // That the original was completed is true before and after a reversal.
    await post(ctx, inquiryId, told('Completed', { receipt: 'TJK1A2B3C5', amount: '10' }));
    expect(await dueAt(ctx, id, 300)).toHaveLength(1);
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'pending', needsReview: true });
    await post(ctx, id, { resultCode: '0', transactionId: 'TJKREFUND1' });
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: 'TJKREFUND1', needsReview: true });
  });

  it('a reversal without an acknowledgement whose original is reversed succeeded, and gets its receipt later', async () => {
    const ctx = await shop();
    ctx.provider.reversals.answer(lost);
    await refusalOf(reverse(ctx, { transactionId: 'TJK1A2B3C6', amount: 10 }));
    const { id } = await onlyRowOf(ctx);
    await post(ctx, await askAt(ctx, id, 120), told('Reversed', { receipt: 'TJK1A2B3C6', amount: '10' }));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: null, settledBy: 'inquiry' });
    await post(ctx, id, { resultCode: '0', transactionId: 'TJKREFUND3' });
    expect((await rowOf(ctx, id)).providerReceipt).toBe('TJKREFUND3');
    expect(await webhooksOf(ctx, id)).toHaveLength(1);
  });

  it("an acknowledged reversal is asked about by the provider's own id", async () => {
    const ctx = await shop();
    const { outcome } = await reverse(ctx, { transactionId: 'TJK1A2B3C4', amount: 100 });
    const id = outcome.disbursementId;
    const inquiryId = await askAt(ctx, id, 120);
    const { originatorConversationId } = await rowOf(ctx, id);
    expect(ctx.provider.statusInquiries.calls[0]?.request.by).toEqual({
      originalConversationId: originatorConversationId,
    });
    await post(ctx, inquiryId, told('Completed', { receipt: 'TJK1A2B3C4' }));
    expect((await rowOf(ctx, id)).status).toBe('pending');
    await post(ctx, inquiryId, { ...told('Completed', { receipt: 'TJKREFUND2' }), resultDesc: 'again' });
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: 'TJKREFUND2' });
  });

  it('a settled disbursement is not asked about, even when its event was under way', async () => {
    const { ctx, id } = await lostPayout();
    const [due] = await dueAt(ctx, id, 120);
    await post(ctx, id, { resultCode: '0', transactionId: 'TJK0000001' });
    expect(due && (await inquireDisbursement(ctx, due))).toBe('not_now');
    expect(await inquiriesOf(ctx)).toEqual([]);
    expect(await dueAt(ctx, id, 600)).toEqual([]);
  });

  it('without credentials nothing is asked, and the next rung tries again', async () => {
    const { ctx, id } = await lostPayout();
    const where = { applicationId: ctx.tenant.applicationId };
    await ctx.db.prisma.providerCredential.updateMany({ where, data: { sealedInitiatorPassword: null } });
    const [due] = await dueAt(ctx, id, 120);
    expect(due && (await inquireDisbursement(ctx, due))).toBe('not_now');
    expect(ctx.provider.statusInquiries.calls).toEqual([]);
    expect(await dueAt(ctx, id, 600)).toHaveLength(1);
  });
});

describe('the answer to an inquiry', () => {
  it('completed: the lost payout succeeded, with its receipt, and is announced as a payout and not as an inquiry', async () => {
    const { ctx, id } = await lostPayout();
    const inquiryId = await askAt(ctx, id, 120);
    expect(await post(ctx, inquiryId, told('Completed', { receipt: 'TJK0000002' }))).toMatchObject({
      state: 'applied',
    });
    expect(await rowOf(ctx, id)).toMatchObject({
      status: 'success',
      settledBy: 'inquiry',
      providerReceipt: 'TJK0000002',
      resultCode: '0',
    });
    expect((await webhooksOf(ctx, id)).map(({ eventType }) => eventType)).toEqual(['payout.result']);
    expect(await webhooksOf(ctx, inquiryId)).toEqual([]);
    expect((await inquiriesOf(ctx))[0]).toMatchObject({ status: 'answered', disbursementId: id });
  });

  it.each(['Cancelled', 'Declined', 'Expired', 'Failed'])('%s: the payout failed, and says so', async (word) => {
    const { ctx, id } = await lostPayout();
    await post(ctx, await askAt(ctx, id, 120), told(word, { reason: 'the reason' }));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'failed', settledBy: 'inquiry', resultCode: word });
    expect((await webhooksOf(ctx, id))[0]?.body.data).toMatchObject({
      status: 'failed',
      resultCode: word,
      resultDesc: 'the reason',
      decoded: { retryable: false },
    });
  });

  it.each([
    ['Pending', told('Pending')],
    ['that the transaction is not known', { resultCode: '2032', resultDesc: 'not found' }],
    ['a failure, whatever stands beside it', { ...told('Completed', { receipt: 'TJK0000009' }), resultCode: '2032' }],
  ])('%s: it stays pending, and is asked about again', async (_what, result) => {
    const { ctx, id } = await lostPayout();
    await post(ctx, await askAt(ctx, id, 120), result);
    expect((await rowOf(ctx, id)).status).toBe('pending');
    await post(ctx, await askAt(ctx, id, 600), told('Completed', { receipt: 'TJK0000004' }));
    expect((await rowOf(ctx, id)).status).toBe('success');
    expect(await webhooksOf(ctx, id)).toHaveLength(1);
  });

  it('without a receipt settles, and the late result brings the receipt without a second event', async () => {
    const { ctx, id } = await lostPayout();
    await post(ctx, await askAt(ctx, id, 120), told('Completed'));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: null });
    await post(ctx, id, { resultCode: '0', transactionId: 'TJK0000005' });
    expect((await rowOf(ctx, id)).providerReceipt).toBe('TJK0000005');
    expect(await webhooksOf(ctx, id)).toHaveLength(1);
  });

  it('of another amount settles by its word, and asks people to look', async () => {
    const { ctx, id } = await lostPayout();
    await post(ctx, await askAt(ctx, id, 120), told('Completed', { amount: '5', receipt: 'TJK0000003' }));
    const row = await rowOf(ctx, id);
    expect(row).toMatchObject({ status: 'success', providerReceipt: 'TJK0000003', needsReview: true });
    expect(await reviewsOf(ctx, id)).toEqual([
      { reason: 'amount_differed', detail: { sent: row.amount, reported: '5' } },
    ]);
  });

  it('of success after a result of failure settles it, and asks people to look', async () => {
    const { ctx, id } = await lostPayout();
    const inquiryId = await askAt(ctx, id, 120);
    await post(ctx, id, { resultCode: '1', resultDesc: 'short of money' });
    await post(ctx, inquiryId, told('Completed', { receipt: 'TJK0000006' }));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: 'TJK0000006', needsReview: true });
    expect(await auditOf(ctx, id)).toMatchObject([{ action: 'disbursement.succeeded_late' }]);
  });

  it('of failure after a success is audited, and asks people to look', async () => {
    const { ctx, id } = await lostPayout();
    const inquiryId = await askAt(ctx, id, 120);
    await post(ctx, id, { resultCode: '0', transactionId: 'TJK0000011' });
    await post(ctx, inquiryId, told('Failed'));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', needsReview: true });
    expect(await reviewsOf(ctx, id)).toMatchObject([{ reason: 'result_contradicted' }]);
    expect(await auditOf(ctx, id)).toMatchObject([{ action: 'disbursement.contradicted' }]);
    expect(await webhooksOf(ctx, id)).toHaveLength(1);
  });

  it('that comes after the inquiry was given up still settles', async () => {
    const { ctx, id } = await lostPayout();
    const inquiryId = await askAt(ctx, id, 120);
    await post(ctx, inquiryId, 'queue_timeout');
    expect((await inquiriesOf(ctx))[0]).toMatchObject({ status: 'failed', resultCode: 'queue_timeout' });
    expect((await rowOf(ctx, id)).status).toBe('pending');
    await post(ctx, inquiryId, told('Completed', { receipt: 'TJK0000007' }));
    expect((await rowOf(ctx, id)).status).toBe('success');
    await sweepInquiries(later(ctx, 200_000));
    expect(await webhooksOf(ctx, inquiryId)).toEqual([]);
  });

  it('with the ids of another conversation settles nothing', async () => {
    const { ctx, id } = await lostPayout();
    const inquiryId = await askAt(ctx, id, 120);
    const foreign = { ...told('Completed', { receipt: 'TJK0000008' }), conversationId: 'AG_other' };
    expect((await post(ctx, inquiryId, foreign)).state).toBe('unmatched');
    expect((await rowOf(ctx, id)).status).toBe('pending');
    expect((await auditOf(ctx, inquiryId)).map(({ action }) => action)).toEqual(['inquiry.contradicted']);
  });

  it.each([
    ['refuses', { kind: 'rejected', by: 'provider', code: '400.002.02', description: 'no' } as const, 'failed'],
    ['does not answer', lost, 'pending'],
  ])('the provider that %s the question settles nothing', async (_what, answer, status) => {
    const { ctx, id } = await lostPayout();
    ctx.provider.statusInquiries.answer(answer);
    await askAt(ctx, id, 120);
    expect((await inquiriesOf(ctx))[0]?.status).toBe(status);
    expect((await rowOf(ctx, id)).status).toBe('pending');
    expect(await dueAt(ctx, id, 600)).toHaveLength(1);
  });
});

describe('a queue timeout', () => {
  it('is no result: the payout stays pending, is asked about at once, and then as usual', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    const id = outcome.disbursementId;
    expect(await post(ctx, id, 'queue_timeout')).toEqual({ state: 'applied', error: null });
    expect(await webhooksOf(ctx, id)).toEqual([]);
    const inquiryId = await askAt(ctx, id, 0);
    expect((await rowOf(ctx, id)).nextInquiryAt).toEqual(later(ctx, 120).clock.now());
    await post(ctx, inquiryId, told('Completed', { receipt: 'TJK0000009' }));
    expect((await rowOf(ctx, id)).status).toBe('success');
  });

  it('after the result changes nothing', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    const id = outcome.disbursementId;
    await post(ctx, id, { resultCode: '0', transactionId: 'TJK0000010' });
    await post(ctx, id, 'queue_timeout');
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', nextInquiryAt: null });
  });
});
