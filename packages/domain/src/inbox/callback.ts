import { createHash, randomBytes } from 'node:crypto';
import type { CallbackState } from '@tillgate/db';
import { namesReceipt as namesReceiptIn } from '../rails/index.ts';

/**
 * The inbox for callbacks of the provider.
 *
 *   received → applied | unmatched | failed (tried again by the sweep, at most `attemptsMax` times)
 */

/**
 * Most different bodies stored per prompt, disbursement or inquiry. The provider sends one or two; more are noise or
 * abuse.
 */
export const perSubjectMax = 20;
/**
 * Most different bodies stored per account and day. These are notices about no prompt and no payout that we know: whoever
 * has the URL of the account can post as many as they like.
 */
export const perAccountDayMax = 200;
/** How long a worker's claim on a callback lasts. */
export const claimSeconds = 10;
export const attemptsMax = 20;
/** The longest time between a prompt and its payment. */
export const paymentWindowSeconds = 300;

const retrySecondsMax = 3_600;

/**
 * The result of applying a callback.
 *
 * `marked`: the statement that changed its subject has marked it applied in the same commit. `held`: it waits until
 * `retryAt` for another decision. `isUnread`: it cannot be read, so it may be about money.
 */
export type Applied =
  | { state: 'applied' | 'marked' }
  | { state: 'unmatched'; error: string; isUnread?: true }
  | { state: 'held'; retryAt: Date };

/** Whether a callback has ended, unless a person has it applied again. */
export function isEnded({ state }: { state: CallbackState }): boolean {
  return state === 'applied' || state === 'unmatched';
}

export const contradiction: Applied = {
  state: 'unmatched',
  error: 'It contradicts what is known of its subject; see the audit.',
};

/** The result for a body that cannot be read. `reason` is a sentence. */
export function unread(reason: string): Applied {
  return { state: 'unmatched', error: reason, isUnread: true };
}

/**
 * Whether an unreadable body seems to be about money: it has a text like a receipt, or the name of the receipt's field.
 * Pure.
 */
export function namesReceipt(body: Uint8Array): boolean {
  // In UTF-16 every second byte of these is zero.
  const text = Buffer.from(body).toString('latin1').replaceAll('\0', '');
  return namesReceiptIn(text);
}

/** The next attempt of a callback that could not be applied; null after the last one. `attempts` counts this one. */
export function nextRetry(attempts: number, now: Date): Date | null {
  if (attempts >= attemptsMax) return null;
  const seconds = Math.min(claimSeconds * 2 ** (attempts - 1), retrySecondsMax);
  return new Date(now.getTime() + seconds * 1000);
}

/** Identifies a body, hex. */
export function bodyHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

const tokenBytes = 32;

/** A callback token. Hex only: the provider refuses addresses that contain certain words, which hex cannot spell. */
export function newCallbackToken(): string {
  return randomBytes(tokenBytes).toString('hex');
}

/** Callback tokens are lower-case hex, 32 bytes. */
export function isCallbackToken(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
