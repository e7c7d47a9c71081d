import type { Scope } from './authority.ts';
import type { Permission } from './permission.ts';
import { type Named, refusals, type Wrong } from './refusals.ts';

/** The codes of refusals. Transports map each to their own form in a full record over this union. */
export const errorCodes = [
  'malformed_json',
  'provider_not_configured',
  'unauthenticated',
  'forbidden',
  'limit_exceeded',
  'approval_required',
  'refused_by_rule',
  'not_found',
  'method_not_allowed',
  'idempotency_key_reused',
  'idempotency_in_flight',
  'idempotency_indeterminate',
  'already_reversed',
  'payload_too_large',
  'invalid_input',
  'rate_limited',
  'provider_rejected',
  'provider_unavailable',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What is wrong with a field: `message` follows its path, and `name` with `values` says the same in any language. */
export type Issue = {
  path: string;
  name: string;
  values: Readonly<Record<string, string | number>>;
  message: string;
};

/** Further public fields of an error, by code. */
export type ErrorExtras = {
  issues?: Issue[];
  retryAfterSeconds?: number;
  /** The scope that the API key lacks. */
  missingScope?: Scope;
  /** On forbidden, for a person. */
  missingPermission?: Permission;
  indeterminate?: true;
  paymentId?: string;
  disbursementId?: string;
  queryId?: string;
  /** On limit_exceeded: the limit, its amount, and the amount that already counts towards it (whole KES). */
  limit?: 'per_transaction' | 'per_day' | 'per_recipient_per_day' | 'per_key_per_day';
  max?: number;
  used?: number;
  /** On refused_by_rule: the kind of the rule. */
  rule?: 'stop_list' | 'list' | 'first_prompt_max' | 'new_payee' | 'same_payout_soon';
  /** The rule of the application, or the entry of its list, when it is one. */
  ruleId?: string;
  upstream?: { code: string; description: string };
  decoded?: object | null;
  /** The idempotency key that a retry needs. It is not sent; each transport has its own text for it. */
  retryKey?: 'same' | 'new';
  /** Methods that the path has. */
  allow?: string[];
  /** The refusal was recorded with the idempotency key before, and is repeated. */
  replayed?: true;
};

/** The name of a refusal, and the values in its sentence. */
export type Refusal = Pick<Wrong, 'name' | 'values'>;

export function refusalOf({ wrong: { name, values } }: Named): Refusal {
  return { name, values };
}

/** A refusal that its caller may read: `detail` is public. Anything else that is thrown is a bug and stays internal. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  /** The key of its translations. Undefined when `extras.issues` describe the error. */
  readonly refusal: Refusal | undefined;

  /** @param detail the named sentence, or plain English text where no translation is needed */
  constructor(code: ErrorCode, detail: Named | string, extras: ErrorExtras = {}) {
    super(typeof detail === 'string' ? detail : detail.wrong.message);
    this.name = 'DomainError';
    this.code = code;
    this.extras = extras;
    this.refusal = typeof detail === 'string' ? undefined : refusalOf(detail);
  }
}

/**
 * The refusal of a missing row. Rows of other tenants look the same.
 * @param what in words, such as `payment`
 */
export function notFound(what: string): DomainError {
  return new DomainError('not_found', refusals.notFound({ what }));
}
