import type { Product } from '@tillgate/db';
import { type Likeness, phoneLikeness } from './phone-likeness.ts';

/**
 * Confirmations report money that customers paid without a prompt, and also money of our prompts.
 *
 *   confirmation → known | recorded as an offline payment | held until prompts have ended → recorded | its receipt goes to a prompt
 *
 * A confirmation never settles a prompt: callbacks and queries do. Similar phones or references never make a pairing;
 * different ones exclude it. Equality, elimination or the provider's answer makes one.
 */

/**
 * How long a prompt that was never acknowledged holds a confirmation. Only the prompt's own callback settles it, and that
 * brings its receipt.
 */
export const unacknowledgedHoldSeconds = 120;
/** How long a pairing by reference waits for a second confirmation that also fits. */
export const referencePairSeconds = 5;
/** How long a pairing by phone alone waits. */
export const phonePairSeconds = 120;
/** The age at which the provider is asked who paid a held confirmation. */
export const askProviderSeconds = 30;
/** The age at which a held confirmation goes to review. */
export const undecidedReviewSeconds = 600;
/** When a held confirmation is looked at again, in seconds after it came; then every hour. */
const lookLadderSeconds = [5, 10, 15, 20, 30, 45, 60, 90, 120, 130, 180, 240, 300, 600, 1_200, 2_400, 3_600];
const laterLookSeconds = 3_600;

/** The facts of a confirmation that help to find its payment. */
export type Confirmation = {
  callbackId: string;
  /** As sent: plain, masked, hashed or blank. */
  phone: string;
  /** The payer's full number, when the provider was asked and answered with it. */
  payerPhone: string | null;
  /** The hashes of its shortcode are proven to have no salt. */
  isHashProven: boolean;
  /** As sent; blank on tills. */
  reference: string;
  product: Product | null;
};

/** A prompt of the same shortcode and amount that a confirmation may be about: pending, or a success without a receipt. */
export type Prompt = {
  id: string;
  status: 'pending' | 'success';
  /** The provider took it, so it can be asked about. */
  isAcknowledged: boolean;
  phone: string;
  accountRef: string;
  /** Seconds since it became a success. */
  settledSeconds: number;
};

/** The rows around a confirmation when it is judged. */
export type Surroundings = {
  prompts: Prompt[];
  /** There are more prompts than were read. */
  isCut: boolean;
  /** The other held confirmations of the same shortcode and amount that could be about prompts of the same time. */
  others: Confirmation[];
  /** An offline payment of the same shortcode and amount was recorded within the window. */
  hasSameAmount: boolean;
  /** Unprocessed callbacks may be about the same money. */
  hasUnread: boolean;
  /** Seconds since the confirmation came. */
  ageSeconds: number;
  inquiry: InquiryState;
};

/**
 * State of the inquiry about the receipt. `denied`: the provider knows no such money. `unavailable`: no initiator is
 * configured, or the provider never answered.
 */
export type InquiryState = 'not_asked' | 'asked' | 'confirmed' | 'denied' | 'unavailable';

export type OfflineDecision =
  | { kind: 'record' }
  /** The receipt belongs to this success. */
  | { kind: 'pair'; paymentId: string }
  | {
      kind: 'hold';
      untilAgeSeconds: number;
      /** Prompts to query now. */
      queryIds: string[];
      /** Whether to ask the provider about the receipt. */
      askProvider: boolean;
      /** Opens a review for people; `paymentIds` are the possible pairings. */
      review: { reason: 'confirmation_undecided' | 'confirmation_unverified'; paymentIds: string[] } | null;
    };

/**
 * Decides what to do with a confirmation whose receipt is new.
 * @param mustVerify the application requires that the provider confirms offline payments of this amount
 */
export function decideOfflinePayment(
  confirmation: Confirmation,
  around: Surroundings,
  mustVerify: boolean,
): OfflineDecision {
  const { prompts, ageSeconds, inquiry } = around;
  if (inquiry === 'denied') return hold(around, { review: 'confirmation_unverified' });
  if (mustVerify && inquiry !== 'confirmed') {
    const review = inquiry === 'unavailable' ? 'confirmation_unverified' : null;
    return hold(around, { review, askProvider: inquiry === 'not_asked' });
  }
  const open = prompts.filter((prompt) => isOpen(prompt, ageSeconds) && !isOtherPhone(prompt, confirmation));
  const isLate = ageSeconds >= undecidedReviewSeconds;
  const askProvider = inquiry === 'not_asked' && ageSeconds >= askProviderSeconds;
  if (open.length > 0 || around.isCut) {
    const queryIds = open.filter(({ isAcknowledged }) => isAcknowledged).map(({ id }) => id);
    return hold(around, { queryIds, askProvider, review: isLate ? 'confirmation_undecided' : null, possible: open });
  }
  const possible = prompts.filter((prompt) => prompt.status === 'success' && fits(prompt, confirmation));
  if (possible.length === 0) return { kind: 'record' };
  const paired = pairOf(confirmation, possible, around);
  if (paired) return { kind: 'pair', paymentId: paired.id };
  return hold(around, { askProvider, review: isLate ? 'confirmation_undecided' : null, possible });
}

type Hold = {
  queryIds?: string[];
  askProvider?: boolean;
  review: 'confirmation_undecided' | 'confirmation_unverified' | null;
  possible?: Prompt[];
};

function hold(
  { ageSeconds }: Surroundings,
  { queryIds = [], askProvider = false, review, possible = [] }: Hold,
): OfflineDecision {
  const next = lookLadderSeconds.find((rung) => rung > ageSeconds) ?? ageSeconds + laterLookSeconds;
  const paymentIds = possible.map(({ id }) => id);
  return {
    kind: 'hold',
    untilAgeSeconds: next,
    queryIds,
    askProvider,
    review: review && { reason: review, paymentIds },
  };
}

function isOpen({ status, isAcknowledged }: Prompt, ageSeconds: number): boolean {
  return status === 'pending' && (isAcknowledged || ageSeconds < unacknowledgedHoldSeconds);
}

/** The success that this receipt certainly belongs to, or undefined. */
function pairOf(confirmation: Confirmation, possible: Prompt[], around: Surroundings): Prompt | undefined {
  if (around.hasUnread) return undefined;
  const equal = possible.filter((prompt) => agreementOf(prompt, confirmation) === 'equal');
  const [first] = equal;
  if (first && equal.length === 1) {
    const rivals = around.others.filter((other) => agreementOf(first, other) === 'equal');
    if (rivals.length === 0) return first;
  }
  const [only] = possible;
  if (!only || possible.length > 1 || around.others.some((other) => fits(only, other))) return undefined;
  const agreement = agreementOf(only, confirmation);
  if (agreement === 'none' || (agreement === 'weak' && around.hasSameAmount)) return undefined;
  const waitSeconds = agreement === 'reference' ? referencePairSeconds : phonePairSeconds;
  return Math.min(around.ageSeconds, only.settledSeconds) >= waitSeconds ? only : undefined;
}

/**
 * What agrees between a prompt and a confirmation that fits it. `equal`: the reference and the full
 * phone number. `reference`: the reference and the visible digits of the phone. `phone`: the full
 * phone number. `weak`: the reference alone, or the visible digits alone.
 */
type Agreement = 'equal' | 'reference' | 'phone' | 'weak' | 'none';

export function agreementOf(prompt: Prompt, confirmation: Confirmation): Agreement {
  const reference = referenceLikeness(prompt.accountRef, confirmation);
  const phone = likenessOf(prompt, confirmation);
  if (reference === 'different' || phone === 'different') return 'none';
  if (reference === 'same' && phone === 'same') return 'equal';
  if (reference === 'same' && phone === 'masked_same') return 'reference';
  if (phone === 'same') return 'phone';
  return phone === 'masked_same' || reference === 'same' ? 'weak' : 'none';
}

/** Whether a confirmation may be the money of a prompt: no field contradicts it. */
export function fits(prompt: Prompt, confirmation: Confirmation): boolean {
  return referenceLikeness(prompt.accountRef, confirmation) !== 'different' && !isOtherPhone(prompt, confirmation);
}

function isOtherPhone(prompt: Prompt, confirmation: Confirmation): boolean {
  return likenessOf(prompt, confirmation) === 'different';
}

function likenessOf(prompt: Prompt, { payerPhone, phone, isHashProven }: Confirmation): Likeness {
  return phoneLikeness(payerPhone ?? phone, prompt.phone, isHashProven);
}

/**
 * A till does not pass on the reference, so a different text there means nothing. Punctuation is not compared, because it
 * changes on the way.
 */
function referenceLikeness(accountRef: string, { reference, product }: Confirmation) {
  if (reference === '' || accountRef === '') return 'unknown';
  const [sent, ours] = [reference, accountRef].map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  if (sent === ours && sent !== '') return 'same';
  return sent === '' || ours === '' || product === 'till' ? 'unknown' : 'different';
}
