import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { leaseSeconds } from '../idempotency/index.ts';
import {
  auditOf,
  elsewhere,
  onlyRowOf,
  post,
  refusalOf,
  rowOf,
  rowsOf,
  type Shop,
  under,
  useShops,
  webhooksOf,
} from './disbursements.fixture.ts';
import { getDisbursement } from './get-disbursement.ts';
import { payOut } from './pay-out.ts';
import { reverse } from './reverse.ts';

const shop = useShops();

let receipts = 0;
const newReceipt = () => {
  receipts += 1;
  return `TJR${String(receipts).padStart(7, '0')}`;
};

/** A payment of the merchant with a receipt. */
async function payment(
  ctx: Shop,
  changes: { status?: 'success' | 'failed'; amount?: number; exactAmount?: string; receipt?: string } = {},
) {
  const { status = 'success', amount = 100, exactAmount = null, receipt = newReceipt() } = changes;
  const id = uuidv7();
  const now = ctx.clock.now();
  await ctx.db.prisma.payment.create({
    data: {
      id,
      ...ctx.tenant,
      source: amount > 150_000 ? 'c2b' : 'stk',
      status,
      amount,
      requestedAmount: amount,
      exactAmount,
      phone: '254712345678',
      accountRef: 'INV-1',
      description: 'Payment',
      shortcode: '174379',
      callbackToken: amount > 150_000 ? null : id.replaceAll('-', '').repeat(2),
      providerReceipt: receipt,
      resultCode: status === 'success' ? '0' : '1',
      settledBy: 'callback',
      createdAt: now,
      settledAt: now,
    },
  });
  return { id, transactionId: receipt, amount };
}
const foreign = (amount = 40) => ({ transactionId: newReceipt(), amount });

describe('a reversal', () => {
  it('of our own payment is tied to it, and asks the provider for the whole amount', async () => {
    const ctx = await shop();
    const { id: paymentId, transactionId, amount } = await payment(ctx);
    const { outcome } = await reverse(ctx, { transactionId, amount, remarks: 'Returned goods' });
    const row = await rowOf(ctx, outcome.disbursementId);
    expect(row).toMatchObject({ kind: 'reversal', status: 'pending', transactionId, paymentId, phone: null });
    expect(ctx.provider.reversals.calls[0]?.request).toEqual({
      transactionId,
      amount,
      remarks: 'Returned goods',
      occasion: null,
      resultUrl: `https://pay.example/functions/v1/result-hook/${row.callbackToken}`,
      timeoutUrl: `https://pay.example/functions/v1/timeout-hook/${row.callbackToken}`,
      sendBefore: new Date(row.createdAt.getTime() + leaseSeconds * 1000),
    });
    expect(row.originatorConversationId).toMatch(/^originator-/);
  });

  it('knows its own receipts in small letters too, and sends them as the provider knows them', async () => {
    const ctx = await shop();
    const { transactionId, amount } = await payment(ctx);
    const small = transactionId.toLowerCase();
    expect(await refusalOf(reverse(ctx, { transactionId: small, amount: amount + 1 }))).toMatchObject({
      issues: [{ path: 'amount' }],
    });
    await reverse(ctx, { transactionId: small, amount });
    expect(ctx.provider.reversals.calls[0]?.request.transactionId).toBe(transactionId);
  });

  it.each([
    ['another amount', 99, 'amount'],
    ['more than was paid', 101, 'amount'],
  ])('of %s is refused, spends no key and calls nobody', async (_what, amount, path) => {
    const ctx = await shop();
    const { transactionId } = await payment(ctx);
    const input = { transactionId, amount };
    expect(await refusalOf(reverse(ctx, input, under('k', input)))).toMatchObject({
      code: 'invalid_input',
      issues: [{ path }],
    });
    expect(ctx.provider.reversals.calls).toEqual([]);
    expect((await reverse(ctx, { transactionId, amount: 100 }, under('k', { amount: 100 }))).replayed).toBe(false);
  });

  it.each([
    ['KES 150.75', 150, { amount: 150, exactAmount: '150.75' }, 'transactionId', /KES 150\.75.*portal/],
    ['KES 180,000', 150_000, { amount: 180_000 }, 'transactionId', /KES 180000.*at most 150000.*portal/],
  ])('of %s, which the API cannot send back, is refused with the way out', async (...given) => {
    const [, amount, changes, path, message] = given;
    const ctx = await shop();
    const { transactionId } = await payment(ctx, changes);
    expect(await refusalOf(reverse(ctx, { transactionId, amount }))).toMatchObject({
      code: 'invalid_input',
      issues: [{ path, message: expect.stringMatching(message) }],
    });
    expect(ctx.provider.reversals.calls).toEqual([]);
  });

  it('of a payment that failed, or of a payout, is refused with the reason', async () => {
    const ctx = await shop();
    const { transactionId, amount } = await payment(ctx, { status: 'failed' });
    expect(await refusalOf(reverse(ctx, { transactionId, amount }))).toMatchObject({
      issues: [{ path: 'transactionId', message: 'is the receipt of a payment that is failed' }],
    });
    const { outcome } = await payOut(ctx, { amount: 50, phone: '254712345678', commandId: 'BusinessPayment' });
    const receipt = newReceipt();
    await post(ctx, outcome.disbursementId, { resultCode: '0', transactionId: receipt });
    await expect(reverse(ctx, { transactionId: receipt, amount: 50 })).rejects.toThrow(/receipt of a payout/);
    expect(ctx.provider.reversals.calls).toEqual([]);
  });

  it("of a receipt that is not this tenant's goes to the provider, and says nothing about whose it is", async () => {
    const [ctx, stranger] = [await shop(), await shop()];
    const { transactionId } = await payment(stranger);
    const { outcome } = await reverse(ctx, { transactionId, amount: 7 });
    expect(outcome.kind).toBe('accepted');
    expect(await rowOf(ctx, outcome.disbursementId)).toMatchObject({ paymentId: null, amount: 7 });
  });

  it('under one key is one call, in two processes, also when its answer was lost', async () => {
    const ctx = await shop();
    const input = foreign();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => reverse(n % 2 ? ctx : elsewhere(ctx), input, under('k', input))),
    );
    expect(ctx.provider.reversals.calls).toHaveLength(1);
    ctx.provider.reversals.answer({ kind: 'unknown', cause: 'cut' });
    const other = foreign();
    const refusal = await refusalOf(reverse(ctx, other, under('l', other)));
    expect(await refusalOf(reverse(elsewhere(ctx), other, under('l', other)))).toEqual(refusal);
    expect(refusal).toMatchObject({ code: 'idempotency_indeterminate', indeterminate: true });
    expect(ctx.provider.reversals.calls).toHaveLength(2);
  });

  it('replays although the payment has changed meanwhile', async () => {
    const ctx = await shop();
    const { id, transactionId, amount } = await payment(ctx);
    const input = { transactionId, amount };
    const first = await reverse(ctx, input, under('k', input));
    await ctx.db.prisma.payment.update({ where: { id }, data: { amount: 1 } });
    expect(await reverse(ctx, input, under('k', input))).toEqual({ ...first, replayed: true });
  });
});

describe('the result of a reversal', () => {
  it('is announced as refund.result with exactly the fields of the contract', async () => {
    const ctx = await shop();
    const { transactionId, amount } = await payment(ctx);
    const { outcome } = await reverse(ctx, { transactionId, amount });
    const id = outcome.disbursementId;
    const { conversationId, originatorConversationId } = await rowOf(ctx, id);
    const receipt = newReceipt();
    await post(ctx, id, { resultCode: '0', conversationId, originatorConversationId, transactionId: receipt });
    const [webhook] = await webhooksOf(ctx, id);
    expect(webhook?.body).toEqual({
      type: 'refund.result',
      created: Math.floor(ctx.clock.now().getTime() / 1000),
      data: {
        disbursementId: id,
        conversationId,
        applicationId: ctx.tenant.applicationId,
        env: 'sandbox',
        kind: 'reversal',
        status: 'success',
        amount,
        transactionId,
        commandId: null,
        providerReceipt: receipt,
        resultCode: 0,
        resultDesc: 'a result',
        decoded: null,
      },
    });
    const view = await getDisbursement(ctx, id);
    expect(view).toMatchObject({ kind: 'reversal', transactionId, commandId: null, providerReceipt: receipt });
    expect(view).not.toHaveProperty('phone');
  });

  it('that comes before the acknowledgement keeps its ids', async () => {
    const ctx = await shop();
    const held = ctx.provider.reversals.hold();
    const reversing = reverse(ctx, foreign());
    await held.arrived;
    const { id } = await onlyRowOf(ctx);
    await post(ctx, id, {
      resultCode: '0',
      conversationId: 'AG_1',
      originatorConversationId: 'o-1',
      transactionId: newReceipt(),
    });
    held.answer({ kind: 'accepted', conversationId: 'AG_1', originatorConversationId: 'o-1' });
    await reversing;
    expect(await rowOf(ctx, id)).toMatchObject({
      status: 'success',
      conversationId: 'AG_1',
      originatorConversationId: 'o-1',
    });
  });

  it.each(['success', 'pending'])('"already reversed" names our own reversal that is %s', async (status) => {
    const ctx = await shop();
    const input = foreign();
    const first = await reverse(ctx, input);
    // As after the whole ladder: it may still be carried out, and no longer keeps the receipt.
    await ctx.db.prisma.disbursement.update({
      where: { id: first.outcome.disbursementId },
      data: { liveReceipt: null },
    });
    const second = await reverse(ctx, input);
    const firstId = first.outcome.disbursementId;
    const secondId = second.outcome.disbursementId;
    expect(await rowsOf(ctx)).toHaveLength(2);
    if (status === 'success') await post(ctx, firstId, { resultCode: '0', transactionId: newReceipt() });
    await post(ctx, secondId, { resultCode: 'R000001', resultDesc: 'already reversed' });
    expect(await rowOf(ctx, secondId)).toMatchObject({ status: 'failed', resultCode: 'R000001' });
    const [webhook] = await webhooksOf(ctx, secondId);
    expect(webhook?.body.data.decoded.fix).toContain(firstId);
    expect(await auditOf(ctx, secondId)).toMatchObject([
      { action: 'disbursement.already_reversed', detail: { reversedBy: firstId, reversedByStatus: status } },
    ]);
  });

  it('"already reversed" of a receipt that we did not reverse is a plain failure', async () => {
    const ctx = await shop();
    const { outcome } = await reverse(ctx, foreign());
    await post(ctx, outcome.disbursementId, { resultCode: 'R000001' });
    expect(await auditOf(ctx, outcome.disbursementId)).toEqual([]);
    expect((await webhooksOf(ctx, outcome.disbursementId))[0]?.body.data.decoded.code).toBe('R000001');
  });
});
