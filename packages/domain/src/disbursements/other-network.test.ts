import { describe, expect, it } from 'vitest';
import { setRailAccount } from '../applications/index.ts';
import { askAccountBalance, askTransactionStatus } from '../inquiries/index.ts';
import { insertPayment } from '../payments/payments.fixture.ts';
import type { RailFact } from '../ports/provider.ts';
import { told } from '../testing/index.ts';
import {
  elsewhere,
  inquiriesOf,
  later,
  onlyRowOf,
  refusalOf,
  reviewsOf,
  rowOf,
  rowsOf,
  type Shop,
  under,
  useShops,
  webhooksOf,
} from './disbursements.fixture.ts';
import { inquireDisbursement } from './inquire-disbursement.ts';
import { payOut } from './pay-out.ts';
import { reverse } from './reverse.ts';
import { sweepDisbursements } from './sweep-disbursements.ts';

const mpesaShop = useShops();
const secrets = { clientId: 'client', clientSecret: 'secret' };
const pin = { pin: '4711', pinKey: 'TUlHZk1B' };

/** A merchant with an account at Airtel Money, beside one at M-PESA or alone. */
async function shop({ alone = true, paysOut = true } = {}): Promise<Shop> {
  const ctx = await mpesaShop();
  const { applicationId } = ctx.tenant;
  if (alone) {
    await ctx.db.prisma.providerCredential.deleteMany({ where: { applicationId } });
    await ctx.db.prisma.railAccount.deleteMany({ where: { applicationId } });
  }
  const given = paysOut ? { ...secrets, ...pin } : secrets;
  await setRailAccount(ctx, { ...ctx.tenant, rail: 'airtel', number: '450123', secrets: given });
  return ctx;
}

const phone = '254733123456';
const payout = { amount: 250, phone, commandId: 'BusinessPayment' as const, remarks: 'Wages' };
let receipts = 0;
const newReceipt = () => `MP26OUT${String(++receipts).padStart(6, '0')}`;
const fact = (outcome: RailFact['outcome'], receipt: string | null = null): RailFact => ({
  outcome,
  code: outcome === 'success' ? '0' : 'DP00900001006',
  text: 'said so',
  receipt,
  amount: null,
});
const notFound = { kind: 'not_found' as const, code: 'DP00900001015', text: 'unknown' };

describe('a payout on another network', () => {
  it('stores its id before the call, and settles by what the network tells at once', async () => {
    const ctx = await shop();
    const held = ctx.provider.payouts.hold();
    const paying = payOut(ctx, payout, under('k', payout));
    const { request, account } = await held.arrived;
    const row = await onlyRowOf(ctx);
    const id = row.id.replaceAll('-', '');
    expect(account).toMatchObject({ rail: 'airtel', payout: { pin: '4711' } });
    expect(request).toMatchObject({ originatorConversationId: id, amount: 250, phone });
    expect(row).toMatchObject({
      rail: 'airtel',
      shortcode: 'airtel:450123',
      originatorConversationId: id,
      conversationId: null,
      status: 'pending',
    });
    const receipt = newReceipt();
    held.answer({
      kind: 'accepted',
      originatorConversationId: id,
      conversationId: id,
      fact: fact('success', receipt),
    });
    expect((await paying).outcome).toEqual({ kind: 'accepted', disbursementId: row.id, conversationId: id });
    expect(await rowOf(ctx, row.id)).toMatchObject({ status: 'success', providerReceipt: receipt, settledBy: 'push' });
    expect(await webhooksOf(ctx, row.id)).toMatchObject([
      { eventType: 'payout.result', body: { data: { status: 'success', providerReceipt: receipt } } },
    ]);
    const again = await payOut(elsewhere(ctx), payout, under('k', payout));
    expect(again).toMatchObject({ replayed: true, outcome: { kind: 'accepted', disbursementId: row.id } });
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });

  it('that is open is asked about by its id, and settles by the answer', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, payout);
    const { disbursementId } = outcome;
    const ask = () => inquireDisbursement(ctx, { disbursementId, inquiryId: crypto.randomUUID() });
    await ask();
    expect(await rowOf(ctx, disbursementId)).toMatchObject({ status: 'pending' });
    const receipt = newReceipt();
    ctx.provider.payoutQuestions.answer({ kind: 'told', fact: fact('success', receipt) });
    await ask();
    expect(ctx.provider.payoutQuestions.calls.map(({ request }) => request)).toEqual(
      Array(2).fill(disbursementId.replaceAll('-', '')),
    );
    expect(await rowOf(ctx, disbursementId)).toMatchObject({
      status: 'success',
      providerReceipt: receipt,
      settledBy: 'inquiry',
    });
    expect(await inquiriesOf(ctx)).toEqual([]);
  });

  it('is never ended because the network does not know it', async () => {
    const ctx = await shop();
    ctx.provider.payouts.answer({ kind: 'unknown', cause: 'cut' });
    expect(await refusalOf(payOut(ctx, payout, under('k', payout)))).toMatchObject({
      code: 'idempotency_indeterminate',
    });
    const { id: disbursementId } = await onlyRowOf(ctx);
    for (const seconds of [120, 900, 3_600, 86_400]) {
      ctx.provider.payoutQuestions.answer(notFound);
      await inquireDisbursement(later(ctx, seconds), { disbursementId, inquiryId: crypto.randomUUID() });
    }
    expect(await rowOf(ctx, disbursementId)).toMatchObject({ status: 'pending' });
    ctx.provider.payoutQuestions.answer(told('DP00900001007', 'Not enough money'));
    await inquireDisbursement(ctx, { disbursementId, inquiryId: crypto.randomUUID() });
    expect(await rowOf(ctx, disbursementId)).toMatchObject({ status: 'failed', resultCode: 'DP00900001007' });
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });

  it('says what is missing without a PIN, and writes nothing', async () => {
    const ctx = await shop({ paysOut: false });
    const refused = await payOut(ctx, payout, under('k', payout)).catch((error) => error);
    expect(refused).toMatchObject({ code: 'provider_not_configured' });
    expect(refused.message).toContain('Airtel Money');
    expect(await rowsOf(ctx)).toEqual([]);
  });

  it('goes out where money can go out, whosever number it is', async () => {
    const ctx = await shop({ alone: false, paysOut: false });
    await payOut(ctx, payout);
    expect(ctx.provider.payouts.calls).toMatchObject([{ account: { rail: 'mpesa' } }]);
    const both = await shop({ alone: false });
    await payOut(both, payout);
    await payOut(both, { ...payout, phone: '254712345678' });
    expect(both.provider.payouts.calls.map(({ account }) => account.rail)).toEqual(['airtel', 'mpesa']);
  });
});

describe('a refund on another network', () => {
  async function paid(ctx: Shop) {
    const receipt = newReceipt();
    const paymentId = await insertPayment(ctx, {
      source: 'stk',
      rail: 'airtel',
      shortcode: 'airtel:450123',
      amount: 250,
      requestedAmount: 250,
      providerReceipt: receipt,
    });
    return { receipt, paymentId };
  }

  it('goes to the network of its payment, and settles by what that tells at once', async () => {
    const ctx = await shop({ alone: false });
    const { receipt, paymentId } = await paid(ctx);
    const own = newReceipt();
    const ids = { originatorConversationId: null, conversationId: null };
    ctx.provider.reversals.answer({ kind: 'accepted', ...ids, fact: fact('success', own) });
    const { outcome } = await reverse(ctx, { transactionId: receipt, amount: 250 });
    const { disbursementId } = outcome;
    expect(outcome).toMatchObject({ kind: 'accepted', conversationId: disbursementId.replaceAll('-', '') });
    expect(ctx.provider.reversals.calls).toMatchObject([
      { account: { rail: 'airtel' }, request: { transactionId: receipt } },
    ]);
    expect(await rowOf(ctx, disbursementId)).toMatchObject({
      rail: 'airtel',
      paymentId,
      status: 'success',
      providerReceipt: own,
    });
    expect(await refusalOf(reverse(ctx, { transactionId: receipt, amount: 250 }))).toMatchObject({
      code: 'already_reversed',
    });
  });

  it('is of the whole amount', async () => {
    const ctx = await shop();
    const { receipt } = await paid(ctx);
    const refused = await refusalOf(reverse(ctx, { transactionId: receipt, amount: 100 }));
    expect(refused).toMatchObject({ code: 'invalid_input', issues: [{ path: 'amount' }] });
    expect(await rowsOf(ctx)).toEqual([]);
  });

  it('that was cut off goes to a person, and never lets its receipt be sent back again', async () => {
    const ctx = await shop();
    const { receipt } = await paid(ctx);
    ctx.provider.reversals.answer({ kind: 'unknown', cause: 'cut' });
    await refusalOf(reverse(ctx, { transactionId: receipt, amount: 250 }, under('k', {})));
    const { id } = await onlyRowOf(ctx);
    for (const seconds of [120, 301, 90_001, 200_000]) await sweepDisbursements(later(ctx, seconds));
    expect(await reviewsOf(ctx, id)).toMatchObject([{ reason: 'outcome_unknown' }]);
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'pending', liveReceipt: receipt });
    const again = refusalOf(reverse(later(ctx, 300_000), { transactionId: receipt, amount: 250 }));
    expect(await again).toMatchObject({ code: 'already_reversed' });
    expect(ctx.provider.reversals.calls).toHaveLength(1);
  });
});

describe('a question on another network', () => {
  it('about the balance is answered in the same request', async () => {
    const ctx = await shop();
    const none = { current: null, reserved: null, uncleared: null };
    const balances = [{ name: 'Airtel Money', currency: 'KES', available: '37600', ...none }];
    ctx.provider.balanceInquiries.answer({ kind: 'told', answer: balances });
    const { queryId, conversationId } = await askAccountBalance(ctx, { identifierType: '4' });
    expect(conversationId).toBe(queryId.replaceAll('-', ''));
    expect(await inquiriesOf(ctx)).toMatchObject([
      { id: queryId, rail: 'airtel', status: 'answered', result: balances, shortcode: 'airtel:450123' },
    ]);
    expect(await webhooksOf(ctx, queryId)).toMatchObject([{ eventType: 'admin.account_balance' }]);
  });

  it('without an answer fails, because none will come', async () => {
    const ctx = await shop();
    ctx.provider.balanceInquiries.answer({ kind: 'no_answer', cause: 'HTTP 500' });
    expect(await refusalOf(askAccountBalance(ctx, { identifierType: '4' }))).toMatchObject({
      code: 'provider_unavailable',
    });
    expect(await inquiriesOf(ctx)).toMatchObject([{ status: 'failed', resultCode: 'unanswered' }]);
  });

  it('about a receipt is put under the id of its payment', async () => {
    const ctx = await shop();
    const receipt = newReceipt();
    await insertPayment(ctx, {
      source: 'stk',
      rail: 'airtel',
      shortcode: 'airtel:450123',
      providerReceipt: receipt,
      checkoutRequestId: 'f'.repeat(32),
    });
    ctx.provider.queries.answer({ kind: 'told', fact: fact('success', receipt) });
    const { queryId } = await askTransactionStatus(ctx, { transactionId: receipt, identifierType: '4' });
    expect(ctx.provider.queries.calls).toMatchObject([{ checkoutRequestId: 'f'.repeat(32) }]);
    const [inquiry] = await inquiriesOf(ctx);
    expect(inquiry).toMatchObject({
      id: queryId,
      status: 'answered',
      result: { transactionStatus: 'Completed', receipt },
    });
  });

  it('about a receipt of nobody here is refused, and written down nowhere', async () => {
    const ctx = await shop();
    const refused = await refusalOf(askTransactionStatus(ctx, { transactionId: 'MPSTRANGER', identifierType: '4' }));
    expect(refused).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'transactionId', name: 'foreignReceipt' }],
    });
    expect(await inquiriesOf(ctx)).toEqual([]);
  });

  it('about a receipt of nobody here goes to M-PESA, which knows more than ours', async () => {
    const ctx = await shop({ alone: false });
    await askTransactionStatus(ctx, { transactionId: 'TJKSTRANGE', identifierType: '4' });
    expect(ctx.provider.statusInquiries.calls).toMatchObject([{ account: { rail: 'mpesa' } }]);
  });
});
