import { idsContradict } from '../inquiries/index.ts';
import { settledAmount } from '../kernel/money.ts';
import { personName } from '../kernel/person-name.ts';
import type { AsyncResult, TransactionStatus } from '../ports/provider.ts';
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
 * After this time a reversal that was never acknowledged no longer keeps its receipt from being
 * reversed: the provider itself refuses a second reversal of one receipt.
 */
export const receiptReleaseSeconds = 90_000;

/** What a result or an inquiry (its `door`) reports about the outcome. */
export type DisbursementFact = {
  door: 'result' | 'inquiry';
  originatorConversationId: string | null;
  conversationId: string | null;
  outcome: 'success' | 'failed' | 'open';
  /** Text; `0` on success. */
  resultCode: string;
  resultDesc: string;
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
 * Results that settle nothing: a repeated id, which the other request decides, and a transaction that the provider
 * continues.
 */
const openCodes = new Set(['15', '100000000']);

/**
 * A final result as a fact. `receipt` is the disbursement's own, `amount` what was moved and `payee` who was paid, as the
 * provider's adapter reads them.
 */
export function factOfResult(
  result: AsyncResult,
  { receipt, amount, payee }: Pick<DisbursementFact, 'receipt' | 'amount' | 'payee'>,
): DisbursementFact {
  const { originatorConversationId, conversationId, resultCode, resultDesc } = result;
  const isSuccess = resultCode === '0';
  return {
    door: 'result',
    originatorConversationId,
    conversationId,
    outcome: isSuccess ? 'success' : openCodes.has(resultCode) ? 'open' : 'failed',
    resultCode,
    resultDesc,
    receipt,
    amount,
    payee,
  };
}

/** The provider's final transaction states. All others leave the disbursement open. */
const outcomes: Record<string, 'success' | 'failed'> = {
  completed: 'success',
  cancelled: 'failed',
  canceled: 'failed',
  declined: 'failed',
  expired: 'failed',
  failed: 'failed',
  rejected: 'failed',
};

/**
 * The answer to an inquiry as a fact about the disbursement. Its ids belong to the inquiry, so the fact has none.
 * @param status null when the inquiry itself was not successful
 */
export function factOfInquiry(
  disbursement: Pick<Settleable, 'kind'>,
  status: TransactionStatus | null,
): DisbursementFact {
  const word = status?.transactionStatus?.trim() ?? '';
  const outcome = outcomes[word.toLowerCase()] ?? 'open';
  const receipt = status?.receipt ?? null;
  // Without its own receipt it cannot be distinguished from the transaction that it reverses.
  const isProven = outcome !== 'success' || disbursement.kind === 'payout' || receipt !== null;
  return {
    door: 'inquiry',
    originatorConversationId: null,
    conversationId: null,
    outcome: isProven ? outcome : 'open',
    resultCode: outcome === 'success' ? '0' : word,
    resultDesc: status?.reason?.trim() || `The provider says: ${word}.`,
    receipt,
    amount: status?.amount ?? null,
    payee: status?.creditParty ?? null,
  };
}

/** The provider's words for a transaction whose money went back to its payer. */
const reversedWords = new Set(['reversed']);

/**
 * The status of the receipt that a reversal is about, as a fact about the reversal. It proves only that the money went
 * back. `Completed` is true before and after a reversal.
 * @param status null when the inquiry itself was not successful
 */
export function factOfOriginal(
  { transactionId }: Pick<Settleable, 'transactionId'>,
  status: TransactionStatus | null,
): DisbursementFact {
  const word = status?.transactionStatus?.trim() ?? '';
  const isAboutIt = status?.receipt?.toUpperCase() === transactionId?.toUpperCase();
  const isReversed = isAboutIt && reversedWords.has(word.toLowerCase());
  return {
    door: 'inquiry',
    originatorConversationId: null,
    conversationId: null,
    outcome: isReversed ? 'success' : 'open',
    resultCode: isReversed ? '0' : word,
    resultDesc: `The provider says of the original transaction: ${word}.`,
    receipt: null,
    amount: null,
    payee: null,
  };
}
