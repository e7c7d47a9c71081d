import { v7 as uuidv7 } from 'uuid';
import { type Audit, audit } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { publishDeliveries } from '../outbox/index.ts';
import { type NewReview, openReviewOf } from '../reviews/index.ts';
import { storeAnnouncement, storeReceipt } from './announce-statements.ts';
import { decideSettlement, type Fact, factAmount, receiptWaitSeconds, type SettlementDecision } from './payment.ts';
import { paymentEvent } from './payment-event.ts';
import { findByReceipt, findPayment, isReceiptTaken, type PaymentRow } from './read-statements.ts';
import { storeSettlement } from './statements.ts';
import { takeOverReceipt } from './take-over-receipt.ts';

/** After a lost compare-and-set the payment is read again, and the decision is a different one. */
const roundsMax = 3;

type SettleResult = 'settled' | 'enriched' | 'still_pending' | 'already_settled' | 'contradiction';

/**
 * Settles a payment. Callbacks, live queries and sweeps all come here: it decides, compares and
 * sets, freezes the webhooks and marks the callback in the same commit, and publishes the webhooks.
 * @param callbackId the inbox row that brought the fact
 */
export async function settlePayment(
  ctx: Context,
  paymentId: string,
  fact: Fact,
  callbackId: string | null = null,
): Promise<SettleResult> {
  for (let round = 1; round <= roundsMax; round += 1) {
    const payment = await findPayment(ctx.db.pool, paymentId);
    if (!payment) throw new Error(`payment ${paymentId} is gone`);
    const decision = decideSettlement(payment, fact);
    switch (decision.kind) {
      case 'still_pending':
      case 'already_settled':
        return decision.kind;
      case 'contradiction':
        await noteContradiction(ctx, payment, fact, decision.reason);
        return 'contradiction';
      case 'enrich':
      case 'settle':
        if (await write(ctx, payment, fact, decision, callbackId)) {
          return decision.kind === 'enrich' ? 'enriched' : 'settled';
        }
    }
  }
  throw new Error(`payment ${paymentId} changed under ${roundsMax} attempts to settle it`);
}

/**
 * One attempt to settle or enrich a payment as it was read, for a caller that reads again when it
 * fails.
 * @returns undefined when there is nothing to do, the payment has changed, or another payment has
 *   the receipt
 */
export async function settleAsRead(
  ctx: Context,
  payment: PaymentRow,
  fact: Fact,
  callbackId: string,
): Promise<'settled' | 'enriched' | undefined> {
  const decision = decideSettlement(payment, fact);
  try {
    if (decision.kind === 'enrich') return (await enrich(ctx, payment, fact)) ? 'enriched' : undefined;
    if (decision.kind !== 'settle') return undefined;
    return (await settle(ctx, payment, fact, decision, callbackId)) ? 'settled' : undefined;
  } catch (error) {
    if (isReceiptTaken(error)) return undefined;
    throw error;
  }
}

type Change = Extract<SettlementDecision, { kind: 'settle' | 'enrich' }>;

/**
 * Returns false when another fact was first. A receipt that an offline payment holds is taken over
 * from it.
 */
async function write(
  ctx: Context,
  payment: PaymentRow,
  fact: Fact,
  decision: Change,
  callbackId: string | null,
): Promise<boolean> {
  try {
    if (decision.kind === 'enrich') return await enrich(ctx, payment, fact);
    return await settle(ctx, payment, fact, decision, callbackId);
  } catch (error) {
    const { receipt } = fact;
    if (receipt === null || !isReceiptTaken(error)) throw error;
    const { shortcode, environment } = payment;
    const holder = await findByReceipt(ctx.db.pool, { shortcode, environment, receipt });
    if (holder && holder.source !== 'c2b') throw error;
    if (!holder || !(await takeOverReceipt(ctx, payment, holder, { ...fact, receipt }, callbackId))) return false;
    await announcePayment(ctx, payment.id);
    return true;
  }
}

async function settle(
  ctx: Context,
  payment: PaymentRow,
  fact: Fact,
  decision: { to: 'success' | 'failed'; late: boolean },
  callbackId: string | null,
): Promise<boolean> {
  const now = ctx.clock.now();
  const paid = decision.to === 'success' ? factAmount(fact) : undefined;
  const settled = {
    ...payment,
    status: decision.to,
    amount: paid?.whole ?? payment.amount,
    providerReceipt: fact.receipt ?? payment.providerReceipt,
    checkoutRequestId: payment.checkoutRequestId ?? fact.checkoutRequestId,
    resultCode: fact.resultCode,
    resultDesc: fact.resultDesc,
  };
  // A success that only a query has seen has no receipt yet: its webhook waits for the callback to
  // bring one.
  const waits = decision.to === 'success' && settled.providerReceipt === null && fact.door === 'query';
  const { settled: done, deliveries } = await storeSettlement(
    ctx.db.pool,
    {
      id: payment.id,
      from: decision.late ? 'failed' : 'pending',
      to: decision.to,
      amount: paid?.whole ?? null,
      providerReceipt: fact.receipt,
      merchantRequestId: fact.merchantRequestId,
      checkoutRequestId: fact.checkoutRequestId,
      resultCode: fact.resultCode,
      resultDesc: fact.resultDesc,
      settledBy: fact.door,
      settledAt: now,
      announceAt: waits ? new Date(now.getTime() + receiptWaitSeconds * 1000) : null,
      event: waits ? null : paymentEvent(settled, now),
      audit: settlementAudit(payment, fact, decision.late),
      reviews: settlementReviews(payment, fact, decision.late),
    },
    callbackId,
  );
  if (done) await publishDeliveries(ctx, deliveries);
  return done;
}

/**
 * The audit entry of a success after a failure, or of an amount that differs from the requested
 * one.
 */
function settlementAudit(payment: PaymentRow, fact: Fact, late: boolean): Audit | null {
  if (!late && !amountDiffers(payment, fact)) return null;
  return {
    id: uuidv7(),
    actor: 'provider',
    action: late ? 'payment.succeeded_late' : 'payment.amount_differed',
    detail: {
      previousResultCode: payment.resultCode,
      requestedAmount: payment.requestedAmount,
      paidAmount: factAmount(fact)?.exact ?? fact.amount,
    },
  };
}

function amountDiffers({ requestedAmount }: PaymentRow, fact: Fact): boolean {
  const paid = factAmount(fact);
  return fact.amount !== null && (paid === undefined || paid.hasFraction || paid.whole !== requestedAmount);
}

/** What people have to look at once a payment is settled so. */
function settlementReviews(payment: PaymentRow, fact: Fact, late: boolean): NewReview[] {
  const { resultCode, requestedAmount } = payment;
  const paidAmount = factAmount(fact)?.exact ?? fact.amount;
  return [
    ...(late ? [{ reason: 'paid_late' as const, detail: { previousResultCode: resultCode } }] : []),
    ...(amountDiffers(payment, fact)
      ? [{ reason: 'amount_differed' as const, detail: { requestedAmount, paidAmount } }]
      : []),
  ];
}

async function enrich(ctx: Context, payment: PaymentRow, fact: Fact): Promise<boolean> {
  if (fact.receipt === null) return false;
  const amount = factAmount(fact)?.whole ?? null;
  const { id } = payment;
  // A confirmation does not describe the outcome, so the description of the query stays.
  const resultDesc = fact.door === 'c2b' ? (payment.resultDesc ?? fact.resultDesc) : fact.resultDesc;
  const enrichment = { id, amount, providerReceipt: fact.receipt, resultDesc };
  const note = settlementAudit(payment, fact, false);
  const filled = await storeReceipt(ctx.db.pool, enrichment, note, ctx.clock.now());
  if (filled) await announcePayment(ctx, id);
  return filled;
}

/**
 * Queues the webhooks of a success that waited for its receipt, with what is known now. Does
 * nothing a second time.
 */
export async function announcePayment(ctx: Context, paymentId: string): Promise<void> {
  for (let round = 1; round <= roundsMax; round += 1) {
    const payment = await findPayment(ctx.db.pool, paymentId);
    if (payment?.status !== 'success' || payment.announceAt === null || payment.settledAt === null) return;
    const event = paymentEvent(
      { ...payment, status: 'success', resultCode: payment.resultCode ?? '0', resultDesc: payment.resultDesc ?? '' },
      payment.settledAt,
    );
    const deliveries = await storeAnnouncement(ctx.db.pool, payment, event, ctx.clock.now());
    if (deliveries) {
      await publishDeliveries(ctx, deliveries);
      return;
    }
  }
}

async function noteContradiction(ctx: Context, payment: PaymentRow, fact: Fact, reason: string): Promise<void> {
  ctx.log.warn(
    { paymentId: payment.id, door: fact.door, resultCode: fact.resultCode, reason },
    'A fact contradicts a payment.',
  );
  const now = ctx.clock.now();
  const detail = { door: fact.door, resultCode: fact.resultCode, reason };
  await openReviewOf(
    ctx.db.pool,
    { kind: 'payment', id: payment.id },
    { reason: 'result_contradicted', detail: { ...detail, receipt: fact.receipt } },
    now,
  );
  await audit(ctx.db.prisma, {
    actor: 'provider',
    action: 'payment.contradicted',
    subjectId: payment.id,
    applicationId: payment.applicationId,
    detail,
    at: now,
  });
}
