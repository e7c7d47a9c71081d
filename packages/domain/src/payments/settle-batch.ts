import type { Environment, Queryable } from '@tillgate/db';
import { decideSettlement, type Fact } from './payment.ts';
import { listPayments, type PaymentRow } from './read-statements.ts';
import { settlementOf } from './settlement.ts';
import { type BatchSettlement, storeSettlements } from './statements.ts';

/** What was settled, by the id of the callback that brought it. */
export type SettledBatch = ReadonlyMap<string, { to: 'success' | 'failed'; environment: Environment }>;

/** What a callback reports about a payment. */
export type PromptOutcome = { paymentId: string; callbackId: string; fact: Fact };

/**
 * Settles payments by their callbacks, all in one statement of the caller's transaction: payments, frozen webhooks and
 * the ends of the callbacks. Accepts only outcomes that need no audit entry and no review, at most one for each payment.
 * {@link signalWaiting} follows the commit.
 * @returns the callbacks that settled their payments, with the result; {@link settlePayment} handles the others
 * @throws an error when another payment holds a receipt; the transaction is then lost
 */
export async function settleBatch(db: Queryable, outcomes: PromptOutcome[], now: Date): Promise<SettledBatch> {
  if (outcomes.length === 0) return new Map();
  const payments = await listPayments(
    db,
    outcomes.map(({ paymentId }) => paymentId),
  );
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const plain = outcomes.flatMap(({ paymentId, callbackId, fact }) => {
    const payment = byId.get(paymentId);
    const settlement = payment && plainSettlement(payment, fact, now);
    return settlement ? [{ ...settlement, callbackId }] : [];
  });
  if (plain.length === 0) return new Map();
  const stored = new Set(await storeSettlements(db, plain, now));
  const settled = plain.flatMap(({ id, to, callbackId }) => {
    const environment = byId.get(id)?.environment;
    return environment && stored.has(callbackId) ? [[callbackId, { to, environment }] as const] : [];
  });
  return new Map(settled);
}

/** Undefined unless the fact only settles the payment. */
function plainSettlement(payment: PaymentRow, fact: Fact, now: Date): Omit<BatchSettlement, 'callbackId'> | undefined {
  const decision = decideSettlement(payment, fact);
  if (decision.kind !== 'settle' || decision.late) return undefined;
  const { event, audit, reviews, ...settlement } = settlementOf(payment, fact, decision, now);
  if (event === null || audit !== null || reviews.length > 0) return undefined;
  return { ...settlement, event };
}
