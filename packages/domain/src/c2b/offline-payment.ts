import type { Product } from '@tillgate/db';
import type { PaymentRow } from '../payments/index.ts';
import { phoneLikeness } from './phone-likeness.ts';

/**
 * Money that comes in without a prompt of ours, and the same news about money that came by one.
 *
 *   confirmation → known | settles the prompt it is about | held until callbacks decide → recorded as an offline payment
 */

/** A prompt may be what a confirmation is about when it was made at most so long before. */
export const candidateSeconds = 180;
/** A confirmation that may be about a prompt waits at most so long for callbacks to decide. */
export const holdSeconds = 90;
/** When a held confirmation is looked at again, in seconds after it came. */
const holdLadderSeconds = [5, 15, 30, 60, holdSeconds];

/** What a confirmation tells about whose money it is. */
export type Confirmation = {
  /** As sent. */
  phone: string;
  /** As sent; blank on tills. */
  reference: string;
  product: Product | null;
  /** There are more prompts than were looked at. */
  isCut: boolean;
};

/** A prompt without a receipt, of the same shortcode and amount. */
export type Candidate = Pick<PaymentRow, 'id' | 'status' | 'phone' | 'accountRef'> & {
  /** Of the application whose hook the confirmation came to. */
  isOwn: boolean;
};

/**
 * `full`: something agrees and nothing differs. `open`: nothing differs, but nothing sure agrees
 * either.
 * `crossed`: one thing agrees and another differs. `none`: it is not about this prompt.
 */
type Match = 'full' | 'open' | 'crossed' | 'none';

export function matchOf(candidate: Candidate, confirmation: Confirmation): Match {
  const reference = referenceLikeness(candidate.accountRef, confirmation);
  const phone = phoneLikeness(confirmation.phone, candidate.phone ?? '');
  if (reference === 'different') return phone === 'same' ? 'crossed' : 'none';
  if (phone === 'different') return reference === 'same' ? 'crossed' : 'none';
  if (phone === 'uncertain') return 'open';
  // A reference alone proves little: customers and merchants repeat theirs.
  return phone === 'same' ? 'full' : 'open';
}

/** A till does not pass the reference on, so another text there says nothing. */
function referenceLikeness(accountRef: string, { reference, product }: Confirmation) {
  const sent = reference.trim().toLowerCase();
  if (sent === '') return 'unknown';
  if (sent === accountRef.trim().toLowerCase()) return 'same';
  return product === 'till' ? 'unknown' : 'different';
}

export type OfflineDecision =
  | { kind: 'known' }
  /** It is the news of this prompt: settles it, or brings the receipt that it lacks. */
  | { kind: 'settle'; paymentId: string }
  | { kind: 'hold'; untilAgeSeconds: number }
  /** It is the news of another application's prompt on the same shortcode. */
  | { kind: 'foreign' }
  /**
   * `undecided`: the own prompts that it may have been about, for people to look at. `isDoubtful`:
   * there were any.
   */
  | { kind: 'record'; undecided: string[]; isDoubtful: boolean };

/**
 * What a confirmation comes to. `isKnown`: its receipt is on record. `candidates`: in any order.
 * `ageSeconds`: how long ago it came. Never waits beyond {@link holdSeconds}.
 */
export function decideOfflinePayment(
  isKnown: boolean,
  candidates: Candidate[],
  confirmation: Confirmation,
  ageSeconds: number,
): OfflineDecision {
  if (isKnown) return { kind: 'known' };
  const matched = candidates
    .map((candidate) => ({ ...candidate, match: matchOf(candidate, confirmation) }))
    .filter(({ match }) => match !== 'none');
  const [full, ...moreFull] = matched.filter(({ match }) => match === 'full');
  if (full?.isOwn && moreFull.length === 0) return { kind: 'settle', paymentId: full.id };
  if (matched.length === 0 && !(confirmation.isCut && ageSeconds < holdSeconds)) {
    return { kind: 'record', undecided: [], isDoubtful: confirmation.isCut };
  }
  if (ageSeconds < holdSeconds) {
    return { kind: 'hold', untilAgeSeconds: holdLadderSeconds.find((rung) => rung > ageSeconds) ?? holdSeconds };
  }
  // A success without a receipt is money that certainly came: this is it, rather than more money.
  const receiptless = matched.find(({ isOwn, status, match }) => isOwn && status === 'success' && match !== 'crossed');
  if (receiptless) return { kind: 'settle', paymentId: receiptless.id };
  if (full && !full.isOwn && full.status === 'success') return { kind: 'foreign' };
  const undecided = matched.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  return { kind: 'record', undecided, isDoubtful: true };
}
