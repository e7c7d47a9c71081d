import type { Environment } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { storeAnnouncement, storeReceipt } from './announce-statements.ts';
import { decideSettlement, type Fact, factAmount, type SettlementDecision } from './payment.ts';
import { paymentEvent } from './payment-event.ts';
import { findByReceipt, findPayment, isReceiptTaken, type PaymentRow } from './read-statements.ts';
import { hasReceiptToJudge } from './receipt-to-judge.ts';
import { noteSameMoney } from './same-money.ts';
import { settlementOf } from './settlement.ts';
import { noteContradiction, settlementAudit } from './settlement-audit.ts';
import { storeSettlement } from './statements.ts';

/**
 * After a lost compare-and-set, the payment is read and decided again. A payment changes at most five times: its ids, a
 * failure, a late success, a receipt, a link.
 */
const roundsMax = 6;

type SettleResult = 'settled' | 'enriched' | 'still_pending' | 'already_settled' | 'contradiction';

/**
 * Settles a payment. Callbacks, live queries and sweeps all use it. One commit sets the status, freezes the webhooks and
 * marks the callback; then it publishes the webhooks.
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
        return decision.kind;
      case 'already_settled':
        if (!(await bringsOtherMoney(ctx, payment, fact))) return decision.kind;
        await noteContradiction(
          ctx,
          payment,
          fact,
          'Its receipt is not the one of the payment that it is linked with.',
        );
        return 'contradiction';
      case 'contradiction':
        await noteContradiction(ctx, payment, fact, decision.reason);
        return 'contradiction';
      case 'enrich':
      case 'settle': {
        const isFailure = decision.kind === 'settle' && decision.to === 'failed';
        if (isFailure && (await hasReceiptToJudge(ctx, paymentId))) return 'still_pending';
        const written = await write(ctx, payment, fact, decision, callbackId);
        if (written === 'settled') {
          const status = decision.kind === 'settle' ? decision.to : 'success';
          countSettlement(ctx, { status, environment: payment.environment, by: fact.door });
        }
        if (written) return written;
      }
    }
  }
  throw new Error(`payment ${paymentId} changed under ${roundsMax} attempts to settle it`);
}

/** Whether a receipt arrives for a prompt that a person linked with another payment. */
async function bringsOtherMoney(ctx: Context, payment: PaymentRow, { receipt }: Fact): Promise<boolean> {
  if (payment.sameMoneyAs === null || payment.providerReceipt !== null || receipt === null) return false;
  const holder = await findPayment(ctx.db.pool, payment.sameMoneyAs);
  return holder?.providerReceipt !== receipt;
}

/** Counts a payment that was settled. */
export function countSettlement(
  { meter }: Pick<Context, 'meter'>,
  settled: { status: 'success' | 'failed'; environment: Environment; by: Fact['door'] },
): void {
  meter?.settlements({ subject: 'payment', ...settled });
}

type Change = Extract<SettlementDecision, { kind: 'settle' | 'enrich' }>;

/**
 * Returns undefined when another fact was first. A receipt never moves between payments: both are linked and reviewed by
 * a person.
 */
async function write(
  ctx: Context,
  payment: PaymentRow,
  fact: Fact,
  decision: Change,
  callbackId: string | null,
): Promise<SettleResult | undefined> {
  try {
    if (decision.kind === 'enrich') return (await enrich(ctx, payment, fact)) ? 'enriched' : undefined;
    return (await settle(ctx, payment, fact, decision, callbackId)) ? 'settled' : undefined;
  } catch (error) {
    const { receipt } = fact;
    if (receipt === null || !isReceiptTaken(error)) throw error;
    const { shortcode, environment } = payment;
    const holder = await findByReceipt(ctx.db.pool, { shortcode, environment, receipt });
    if (!holder || holder.id === payment.id) return undefined;
    const noted = await noteSameMoney(ctx, payment, holder, { ...fact, receipt }, callbackId);
    if (noted === 'linked') return 'settled';
    if (noted === 'conflict') return 'contradiction';
    if (noted === 'changed') return undefined;
    // The receipt cannot be stored, but this payment did succeed.
    return write(ctx, payment, { ...fact, receipt: null }, decision, callbackId);
  }
}

async function settle(
  ctx: Context,
  payment: PaymentRow,
  fact: Fact,
  decision: { to: 'success' | 'failed'; late: boolean },
  callbackId: string | null,
): Promise<boolean> {
  const settlement = settlementOf(payment, fact, decision, ctx.clock.now());
  const settled = await storeSettlement(ctx.db.pool, settlement, callbackId);
  if (settled) await signalWaiting(ctx, 'deliveries.waiting');
  return settled;
}

async function enrich(ctx: Context, payment: PaymentRow, fact: Fact): Promise<boolean> {
  if (fact.receipt === null) return false;
  const paid = factAmount(fact);
  const enrichment = {
    id: payment.id,
    amount: paid?.whole ?? null,
    exactAmount: paid?.hasFraction ? paid.exact : null,
    providerReceipt: fact.receipt,
    payerName: null,
    resultDesc: fact.resultDesc,
  };
  const note = settlementAudit(payment, fact, false);
  const filled = await storeReceipt(ctx.db.pool, enrichment, note, null, ctx.clock.now());
  if (filled) await announcePayment(ctx, payment.id);
  return filled;
}

/**
 * Gives a success the receipt and the name that a confirmation brought, and announces it if it waited for the receipt.
 * Ends the confirmation's callback in the same commit.
 * @returns false when it has a receipt, is no success, another payment holds the receipt, or the
 *   callback has ended
 */
export async function addReceipt(
  ctx: Context,
  payment: PaymentRow,
  { receipt, payerName }: { receipt: string; payerName: string | null },
  callbackId: string,
): Promise<boolean> {
  const { id, resultDesc } = payment;
  const brought = { providerReceipt: receipt, payerName, resultDesc: resultDesc ?? '' };
  const enrichment = { id, amount: null, exactAmount: null, ...brought };
  try {
    const added = await storeReceipt(ctx.db.pool, enrichment, null, callbackId, ctx.clock.now());
    if (added) await announcePayment(ctx, id);
    return added;
  } catch (error) {
    if (isReceiptTaken(error)) return false;
    throw error;
  }
}

/**
 * Queues the webhooks of a success that waited for its receipt, with the current values. Calling it twice is the same as
 * once.
 */
export async function announcePayment(ctx: Context, paymentId: string): Promise<void> {
  for (let round = 1; round <= roundsMax; round += 1) {
    const payment = await findPayment(ctx.db.pool, paymentId);
    if (payment?.status !== 'success' || payment.announceAt === null || payment.settledAt === null) return;
    const event = paymentEvent(
      { ...payment, status: 'success', resultCode: payment.resultCode ?? '0', resultDesc: payment.resultDesc ?? '' },
      payment.settledAt,
    );
    if (await storeAnnouncement(ctx.db.pool, payment, event, ctx.clock.now()))
      return signalWaiting(ctx, 'deliveries.waiting');
  }
}
