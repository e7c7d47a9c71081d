import { type SettledAmount, settledAmount } from '../kernel/money.ts';
import type { Outcome } from '../ports/provider.ts';
import type { PaymentRow } from './read-statements.ts';

/**
 * The life of a payment.
 *
 *   (none) → pending → success | failed        failed → success on a late success of the provider, or by a person (audited)
 *                      → failed (expired)      nobody reported anything final long after the prompt had expired
 */

/**
 * When a pending payment is queried, in seconds after its creation. After the last one it needs review. Each is at most
 * twice the previous one, so a query without an answer at most doubles the wait.
 */
export const queryLadderSeconds = [
  20, 40, 75, 120, 200, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 172_800,
];
/**
 * Age at which a prompt without a final report ends. The prompt itself expired within minutes. Later than the last query,
 * so that its answer has time.
 */
export const expirySeconds = 176_400;
/** A prompt that was never acknowledged cannot be queried: only its callback can settle it. */
export const unacknowledgedReviewSeconds = 300;
/** How long the webhook of a success without a receipt waits for one. */
export const receiptWaitSeconds = 15;
/** Live queries of one payment are at least this far apart. */
export const querySpacingMs = 1_000;
/** The provider's limit for AccountReference, and ours. */
export const accountReferenceMax = 12;

/** What a callback or a query (its `door`) reports about the outcome of a prompt. */
export type Fact = {
  door: 'callback' | 'query';
  merchantRequestId: string | null;
  checkoutRequestId: string | null;
  /** As the adapter judged it. */
  outcome: Outcome;
  /** The provider's own code, for people and records. */
  resultCode: string;
  resultDesc: string;
  /** Proves that money moved. A failure that has one contradicts itself. */
  receipt: string | null;
  /** Exact decimal KES, e.g. `250` or `250.50`; null when the door does not say. */
  amount: string | null;
};

export type SettlementDecision =
  | { kind: 'settle'; to: 'success' | 'failed'; late: boolean }
  | { kind: 'enrich' }
  | { kind: 'still_pending' }
  | { kind: 'already_settled' }
  | { kind: 'contradiction'; reason: string };

type Settleable = Pick<PaymentRow, 'status' | 'checkoutRequestId' | 'providerReceipt' | 'sameMoneyAs'>;

/**
 * Decides what a fact does to a payment. The first final state stays, except that a late success
 * replaces a failure.
 */
export function decideSettlement(payment: Settleable, fact: Fact): SettlementDecision {
  if (
    payment.checkoutRequestId !== null &&
    fact.checkoutRequestId !== null &&
    payment.checkoutRequestId !== fact.checkoutRequestId
  ) {
    return { kind: 'contradiction', reason: 'The CheckoutRequestID is not the one of this payment.' };
  }
  const { outcome: to } = fact;
  if (to === 'open') return { kind: payment.status === 'pending' ? 'still_pending' : 'already_settled' };
  // Another payment announces this money: a second success would announce it twice.
  if (to === 'success' && payment.sameMoneyAs !== null) return { kind: 'already_settled' };
  if (to === 'failed' && fact.receipt !== null && payment.status !== 'success') {
    return { kind: 'contradiction', reason: `Result ${fact.resultCode} came with a receipt.` };
  }
  if (payment.status === 'pending') return { kind: 'settle', to, late: false };
  if (to === 'failed') {
    return payment.status === 'failed'
      ? { kind: 'already_settled' }
      : { kind: 'contradiction', reason: `Result ${fact.resultCode} came after the payment had succeeded.` };
  }
  if (payment.status === 'failed') return { kind: 'settle', to, late: true };
  if (fact.receipt === null || payment.providerReceipt === fact.receipt) return { kind: 'already_settled' };
  if (payment.providerReceipt === null) return { kind: 'enrich' };
  return { kind: 'contradiction', reason: 'A second receipt came for a payment that has one.' };
}

/** The settled amount of a fact, when it has one that we can read. */
export function factAmount(fact: Fact): SettledAmount | undefined {
  return fact.amount === null ? undefined : settledAmount(fact.amount);
}

/** When the sweep queries a payment next; null when it only waits for its end. */
export function nextQueryOf({ createdAt, nextQueryAt }: { createdAt: Date; nextQueryAt: Date | null }): Date | null {
  const endsAtMs = createdAt.getTime() + expirySeconds * 1000;
  return nextQueryAt !== null && nextQueryAt.getTime() < endsAtMs ? nextQueryAt : null;
}

/** The default account reference: as much of the payment id as the provider takes. */
export function defaultAccountRef(paymentId: string): string {
  return paymentId.slice(0, accountReferenceMax);
}
