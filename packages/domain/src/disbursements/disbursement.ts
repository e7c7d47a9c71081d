import { idsContradict } from '../inquiries/index.ts';
import { settledAmount } from '../kernel/money.ts';
import { personName } from '../kernel/person-name.ts';
import type { AsyncResult, Outcome, RailFact, ReportedTransaction } from '../ports/provider.ts';
import type { DisbursementRow } from './read-statements.ts';

/**
 * The life of a disbursement.
 *
 *   (none) → pending → success | failed
 *                      failed → success        when the provider says paid after all: announced, audited, reviewed
 *
 * A failure after a success changes nothing: it goes to people.
 */

/**
 * When the provider is asked about a pending disbursement, in seconds after its creation. After the last one it needs
 * review. Each is at most twice the previous one, so an inquiry without an answer at most doubles the wait.
 */
export const inquiryLadderSeconds = [120, 200, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400];
/**
 * When a reversal that was never acknowledged needs review. It has no id to ask by, so the inquiry names the receipt that
 * it reverses.
 */
export const unacknowledgedReviewSeconds = 300;
/**
 * After this time a reversal that was never acknowledged no longer keeps its receipt from being reversed, where the provider
 * itself refuses a second reversal of one receipt.
 */
export const receiptReleaseSeconds = 90_000;

/** What the answer to the call, a result or an inquiry (its `door`) reports about the outcome. */
export type DisbursementFact = {
  door: 'push' | 'result' | 'inquiry';
  originatorConversationId: string | null;
  conversationId: string | null;
  outcome: Outcome;
  /** Text; `0` on success. */
  resultCode: string;
  resultDesc: string;
  /** Whether a refund was refused because the money had gone back before. */
  isAlreadyReversed: boolean;
  /** Of the disbursement itself. */
  receipt: string | null;
  /** Exact decimal KES; null when the door does not say. */
  amount: string | null;
  /** Who was paid, as the provider reports it; null when the door does not say. */
  payee: string | null;
};

export type DisbursementDecision =
  /** `late`: a success after a failure. */
  | { kind: 'settle'; to: 'success' | 'failed'; late: boolean }
  | { kind: 'enrich'; receipt: string }
  | { kind: 'still_pending' }
  | { kind: 'already_settled' }
  /** `needsReview`: money may not be where the final state says. */
  | { kind: 'contradiction'; reason: string; needsReview: boolean };

type Settleable = Pick<
  DisbursementRow,
  'kind' | 'status' | 'amount' | 'transactionId' | 'originatorConversationId' | 'conversationId' | 'providerReceipt'
>;

/** Decides what a fact does to a disbursement. A success stays a success. */
export function decideDisbursement(disbursement: Settleable, fact: DisbursementFact): DisbursementDecision {
  const misfit = idsContradict(disbursement, fact) ?? aboutSomethingElse(disbursement, fact);
  // A result with ids of another operation came to this hook: it opens a review, and the provider is asked.
  const needsReview = fact.door === 'result' && disbursement.status === 'pending';
  if (misfit) return { kind: 'contradiction', reason: misfit, needsReview };
  const { status, providerReceipt } = disbursement;
  if (fact.outcome === 'open') return { kind: status === 'pending' ? 'still_pending' : 'already_settled' };
  if (fact.outcome === 'failed' && provesMoney(disbursement, fact) && status !== 'success') {
    const reason = `Result ${fact.resultCode} came with a receipt.`;
    return { kind: 'contradiction', reason, needsReview: true };
  }
  if (status === 'pending') return { kind: 'settle', to: fact.outcome, late: false };
  if (status === 'failed' && fact.outcome === 'success') return { kind: 'settle', to: 'success', late: true };
  if (status !== fact.outcome) {
    const reason = `The provider says ${fact.outcome} (${fact.resultCode}) of a disbursement that is ${status}.`;
    return { kind: 'contradiction', reason, needsReview: true };
  }
  if (status === 'failed' || fact.receipt === null || fact.receipt === providerReceipt) {
    return { kind: 'already_settled' };
  }
  if (providerReceipt === null) return { kind: 'enrich', receipt: fact.receipt };
  return { kind: 'contradiction', reason: 'A second receipt came for a disbursement that has one.', needsReview: true };
}

/**
 * Whether a failure has a receipt of the disbursement itself. Declined transactions also have an id, so a receipt in an
 * inquiry proves nothing.
 */
function provesMoney({ transactionId }: Settleable, { door, receipt }: DisbursementFact): boolean {
  return door === 'result' && receipt !== null && receipt.toUpperCase() !== transactionId?.toUpperCase();
}

/**
 * The answer to an inquiry may be about another transaction, such as the one that is being
 * reversed.
 */
function aboutSomethingElse(disbursement: Settleable, fact: DisbursementFact): string | undefined {
  if (fact.door !== 'inquiry' || fact.outcome === 'open') return undefined;
  const isOriginal = fact.receipt !== null && fact.receipt.toUpperCase() === disbursement.transactionId?.toUpperCase();
  if (disbursement.kind === 'reversal' && isOriginal) {
    return 'The answer is about the transaction that is reversed.';
  }
  return undefined;
}

/** The name of the receiver of a payout, as {@link personName} reads it; null for a reversal and without a name. */
export function payeeNameOf({ kind }: Pick<Settleable, 'kind'>, { payee }: DisbursementFact): string | null {
  return kind === 'payout' ? personName(payee) : null;
}

/** Whether the provider reports a different amount than was sent. The reported outcome counts all the same. */
export function amountDiffers({ amount }: Pick<Settleable, 'amount'>, fact: DisbursementFact): boolean {
  if (fact.outcome === 'open' || fact.amount === null) return false;
  return settledAmount(fact.amount)?.exact !== String(amount);
}

/**
 * A final result as a fact. `receipt` is the disbursement's own, `amount` what was moved and `payee` who was paid, as the
 * provider's adapter reads them.
 */
export function factOfResult(
  result: AsyncResult,
  { receipt, amount, payee }: Pick<DisbursementFact, 'receipt' | 'amount' | 'payee'>,
): DisbursementFact {
  const { originatorConversationId, conversationId, outcome, resultCode, resultDesc, isAlreadyReversed } = result;
  return {
    door: 'result',
    originatorConversationId,
    conversationId,
    outcome,
    resultCode,
    resultDesc,
    isAlreadyReversed,
    receipt,
    amount,
    payee,
  };
}

/** The ids of an answer belong to the inquiry, so its fact has none. An inquiry without an answer says nothing more. */
const inquired: DisbursementFact = {
  door: 'inquiry',
  originatorConversationId: null,
  conversationId: null,
  outcome: 'open',
  resultCode: '',
  resultDesc: 'The provider does not say.',
  isAlreadyReversed: false,
  receipt: null,
  amount: null,
  payee: null,
};

/** What a network that answers at once told about the disbursement: when it was sent, or when it was asked. */
export function factAtOnce(
  door: 'push' | 'inquiry',
  { outcome, code: resultCode, text: resultDesc, receipt, amount }: RailFact,
): DisbursementFact {
  return { ...inquired, door, outcome, resultCode, resultDesc, receipt, amount };
}

/**
 * The answer to an inquiry as a fact about the disbursement.
 * @param reported null when the inquiry itself was not successful
 */
export function factOfInquiry(
  { kind }: Pick<Settleable, 'kind'>,
  reported: ReportedTransaction | null,
): DisbursementFact {
  if (!reported) return inquired;
  const { outcome, code: resultCode, text: resultDesc, receipt, amount } = reported.fact;
  // Without its own receipt it cannot be distinguished from the transaction that it reverses.
  const isProven = outcome !== 'success' || kind === 'payout' || receipt !== null;
  return {
    ...inquired,
    outcome: isProven ? outcome : 'open',
    resultCode,
    resultDesc,
    receipt,
    amount,
    payee: reported.answer.creditParty,
  };
}

/**
 * The status of the receipt that a reversal is about, as a fact about the reversal. It proves only that the money went
 * back. `Completed` is true before and after a reversal.
 * @param reported null when the inquiry itself was not successful
 */
export function factOfOriginal(
  { transactionId }: Pick<Settleable, 'transactionId'>,
  reported: ReportedTransaction | null,
): DisbursementFact {
  if (!reported) return inquired;
  const { code, receipt } = reported.fact;
  const isAboutIt = receipt?.toUpperCase() === transactionId?.toUpperCase();
  const isReversed = isAboutIt && reported.isReversed;
  return {
    ...inquired,
    outcome: isReversed ? 'success' : 'open',
    resultCode: isReversed ? '0' : code,
    resultDesc: `The provider says of the original transaction: ${code}.`,
  };
}
