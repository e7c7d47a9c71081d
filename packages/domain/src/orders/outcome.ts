import type { ErrorExtras } from '../kernel/errors.ts';

/** The result of an executed order, as it is stored and shown. */
export type OrderOutcome = { ok: true; [fact: string]: unknown } | FailedOutcome;
type FailedOutcome = { ok: false; code: string; detail: string; [fact: string]: unknown };

/** What an execution stores: the outcome, and the id of the row that it made or was about. */
export type CarriedOut = { outcome: OrderOutcome; resourceId?: string };

type Failure = { code: string; message: string; extras: ErrorExtras };

/**
 * A refusal as the outcome of an order. Idempotency keys are not mentioned, because a person has
 * none.
 * @param unclear the sentence for when the provider may have acted
 */
export function failedOutcome(unclear: string | undefined, { code, message, extras }: Failure): FailedOutcome {
  const { allow: _, replayed: __, retryKey, ...facts } = extras;
  const isUnclear = extras.indeterminate || code === 'idempotency_indeterminate';
  const detail = retryKey === 'new' ? `${message} Try again.` : message;
  return { ...facts, ok: false, code, detail: (isUnclear && unclear) || detail };
}
