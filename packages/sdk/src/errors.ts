import type { ErrorCode, Problem } from './types.ts';

/** Shared by all copies of this package in a process: a program may load it as ESM and as CommonJS. */
const mark = Symbol.for('@tillgate/sdk error');

function markAs(error: Error, name: string): void {
  Object.defineProperty(error, mark, { value: true });
  Object.defineProperty(error, 'name', { value: name, configurable: true });
}

/** The API refused the request, or could not carry it out. `code` says why; see {@link TillgateError}. */
export class TillgateApiError extends Error {
  readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong with this request, in one sentence. */
  readonly detail: string;
  /** Names the request in the logs of the service. */
  readonly requestId: string;
  /** Where `code` is explained. */
  readonly documentationUrl: string;
  /** The key that was sent, for a repetition of the same operation. Undefined when the call has none. */
  readonly idempotencyKey: string | undefined;
  /** Money may have moved. Read the state before you try again with a new key. Never repeated by itself. */
  readonly indeterminate: boolean;
  /** What the provider's code means. Null or undefined when the provider gave none. */
  readonly decoded: Problem['decoded'];
  readonly upstream: Problem['upstream'];
  readonly issues: Problem['issues'];
  readonly retryAfterSeconds: number | undefined;
  readonly missingScope: Problem['missingScope'];
  readonly paymentId: string | undefined;
  readonly disbursementId: string | undefined;
  readonly queryId: string | undefined;
  readonly limit: Problem['limit'];
  /** The kind of the rule that refused. */
  readonly rule: Problem['rule'];
  /** The rule of the application, when it is one. */
  readonly ruleId: string | undefined;
  /** Whole KES. */
  readonly max: number | undefined;
  /** Whole KES. */
  readonly used: number | undefined;

  constructor(problem: Problem, idempotencyKey?: string) {
    super(`${problem.detail} (${problem.code}, HTTP ${problem.status}, ${problem.requestId})`);
    markAs(this, 'TillgateApiError');
    this.code = problem.code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.requestId = problem.requestId;
    this.documentationUrl = problem.type;
    this.idempotencyKey = idempotencyKey;
    this.indeterminate = problem.indeterminate === true;
    this.decoded = problem.decoded;
    this.upstream = problem.upstream;
    this.issues = problem.issues;
    this.retryAfterSeconds = problem.retryAfterSeconds;
    this.missingScope = problem.missingScope;
    this.paymentId = problem.paymentId;
    this.disbursementId = problem.disbursementId;
    this.queryId = problem.queryId;
    this.limit = problem.limit;
    this.rule = problem.rule;
    this.ruleId = problem.ruleId;
    this.max = problem.max;
    this.used = problem.used;
  }
}

export type ConnectionErrorCode = 'connection_failed' | 'timed_out' | 'unexpected_response';

/**
 * No answer of the API arrived, so the request may have been carried out. Repeat it with the same `idempotencyKey`.
 * `unexpected_response`: something answered that is not the API, such as a proxy.
 */
export class TillgateConnectionError extends Error {
  readonly code: ConnectionErrorCode;
  /** The HTTP status of an unexpected response. */
  readonly status: number | undefined;
  /** Repeat the call with this key. Undefined when the call has none. */
  readonly idempotencyKey: string | undefined;

  constructor(
    code: ConnectionErrorCode,
    message: string,
    more: { cause?: unknown; status?: number; idempotencyKey?: string } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    markAs(this, 'TillgateConnectionError');
    this.code = code;
    this.status = more.status;
    this.idempotencyKey = more.idempotencyKey;
  }
}

export type WebhookErrorCode =
  | 'no_secret'
  | 'no_signature'
  | 'malformed_signature'
  | 'outside_tolerance'
  | 'body_not_raw'
  | 'no_match'
  | 'not_an_event';

/**
 * A webhook was not accepted. `no_match`: nobody who knows the secret has signed these bytes. `body_not_raw`: the body
 * was parsed before it was verified. `outside_tolerance`: signed too long ago, or one of the clocks is wrong.
 */
export class TillgateWebhookError extends Error {
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    markAs(this, 'TillgateWebhookError');
    this.code = code;
  }
}

/** What `code` brings with it. */
type Brings<Name extends keyof Problem> = { readonly [Each in Name]-?: Exclude<Problem[Each], undefined> };
type Details = {
  invalid_input: Brings<'issues'>;
  rate_limited: Brings<'retryAfterSeconds'>;
  idempotency_in_flight: Brings<'retryAfterSeconds'>;
  idempotency_indeterminate: { readonly indeterminate: true };
  already_reversed: Brings<'disbursementId'>;
  limit_exceeded: Brings<'limit' | 'max'>;
  refused_by_rule: Brings<'rule'>;
  provider_rejected: Brings<'upstream' | 'decoded'>;
};

/**
 * Every error that this package throws, told apart by `code`: an error of the API, of the connection, or of a webhook.
 * A newer API may send codes that this version does not know, so give a `switch` over `code` a default.
 */
export type TillgateError =
  | {
      [Code in ErrorCode]: TillgateApiError & { readonly code: Code } & (Code extends keyof Details
          ? Details[Code]
          : unknown);
    }[ErrorCode]
  | TillgateConnectionError
  | TillgateWebhookError;

/** Whether an error is one of this package. */
export function isTillgateError(error: unknown): error is TillgateError {
  return error instanceof Error && mark in error;
}
