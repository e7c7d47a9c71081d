import { type DomainError, type Refusal, refusalOf } from '../kernel/errors.ts';
import type { Named } from '../kernel/refusals.ts';

/** The result of an executed order, as it is stored and shown. */
export type OrderOutcome = { ok: true; [fact: string]: unknown } | FailedOutcome;
/** Outcomes that were stored before refusals had names have no `refusal`. */
type FailedOutcome = { ok: false; code: string; detail: string; refusal?: Refusal; [fact: string]: unknown };

/** What an execution stores: the outcome, and the id of the row that it made or changed. */
export type CarriedOut = { outcome: OrderOutcome; resourceId?: string };

type Failure = Pick<DomainError, 'message' | 'refusal' | 'extras'> & { code: string };

/**
 * A refusal as the outcome of an order. Idempotency keys are not mentioned, because a person has
 * none.
 * @param unclear the sentence for when the provider may have acted
 */
export function failedOutcome(unclear: Named | undefined, { code, message, refusal, extras }: Failure): FailedOutcome {
  const { allow: _, replayed: __, retryKey, ...facts } = extras;
  if (unclear && (extras.indeterminate || code === 'idempotency_indeterminate')) {
    return { ...facts, ok: false, code, detail: unclear.wrong.message, refusal: refusalOf(unclear) };
  }
  const detail = retryKey === 'new' ? `${message} Try again.` : message;
  return { ...facts, ok: false, code, detail, ...(refusal && { refusal }) };
}
