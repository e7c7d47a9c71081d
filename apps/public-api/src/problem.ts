import { DomainError, type ErrorCode, errorCodes, isDatabaseOutage, scopes } from '@tillgate/domain';
import { z } from 'zod';
import { decodedSchema } from './decoded.ts';

type Entry = {
  status: number;
  title: string;
  /** What it means and what to do, for the error reference. */
  advice: string;
};

/** The HTTP status and text of each error code. A full record, so a new code does not compile without an entry. */
export const problems: Record<ErrorCode, Entry> = {
  malformed_json: {
    status: 400,
    title: 'Malformed request',
    advice:
      'The body is not JSON in UTF-8, or the content type is not application/json. Correct the request. The Idempotency-Key was not used and stays valid.',
  },
  provider_not_configured: {
    status: 400,
    title: 'Provider not configured',
    advice:
      'The application has no provider credentials for this environment. Set them in the dashboard, then repeat the request with the same Idempotency-Key.',
  },
  unauthenticated: {
    status: 401,
    title: 'Missing or invalid API key',
    advice:
      'Send the whole API key, mp_test_… or mp_live_…, in the header Authorization: Bearer. Revoked and expired keys are refused too.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    advice:
      'The API key is valid, but it may not do this. `missingScope` names the scope that it lacks: use a key that has it, or create one. Without `missingScope`, the detail says whether the key may not be used from your address, or your organization is suspended. While it is suspended, payments that already run are still settled and announced: ask the operator of the service.',
  },
  limit_exceeded: {
    status: 403,
    title: 'Limit on money out exceeded',
    advice:
      'The payout or reversal would exceed a limit that the application has set. `limit` names it, `max` is its amount, and `used` is what counts towards it already: everything sent or pending in the last 24 hours, in whole KES. Nothing was sent. Wait until earlier payouts are older than 24 hours, or ask an owner or admin to raise the limit. The Idempotency-Key was not used and stays valid.',
  },
  approval_required: {
    status: 403,
    title: 'Approval by a person required',
    advice:
      'The application lets people decide about payouts and reversals of this amount. Nothing was sent. Ask for it in the dashboard, where another person can approve it. The Idempotency-Key was not used and stays valid.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    advice: 'The resource does not exist, or it belongs to another application or environment.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    advice:
      'The path exists, but it does not support this method. The Allow header lists the methods that it supports.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'Idempotency key reused',
    advice:
      'The Idempotency-Key was used before with a different body. A key names one payment. Use a new key for a new payment.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'Request in progress',
    advice:
      'The first request with this Idempotency-Key is still running. Repeat the request with the same key after Retry-After seconds.',
  },
  idempotency_indeterminate: {
    status: 409,
    title: 'Outcome unknown',
    advice:
      'The provider call was interrupted, so money may have moved. Every repeat with this Idempotency-Key returns this error. Read GET /status/{paymentId} or GET /disbursements/{disbursementId} first. Only then try again with a new key.',
  },
  already_reversed: {
    status: 409,
    title: 'Already reversed',
    advice:
      'Another reversal of this receipt is pending or successful. `disbursementId` names it: read GET /disbursements/{disbursementId}. You can reverse the receipt again only after that reversal has failed. The Idempotency-Key was not used and stays valid.',
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    advice: 'A body can have at most 100 kB.',
  },
  invalid_input: {
    status: 422,
    title: 'Invalid input',
    advice:
      'The list `issues` says which fields are wrong and why. Correct the request. You can use the same Idempotency-Key.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    advice:
      'Wait Retry-After seconds, then repeat the request. Repeating with the same Idempotency-Key is safe. The headers RateLimit-Policy and RateLimit name the limit: `per-key` counts the requests of your API key, `bad-keys` the invalid keys from your network.',
  },
  provider_rejected: {
    status: 502,
    title: 'Refused by the provider',
    advice:
      'The provider rejected the request. `upstream` has its code and text, and `decoded` explains them. A refusal without a code, such as the page of a firewall, has the HTTP status as code, such as `http_403`, and an excerpt of what it says. No money moved. The Idempotency-Key is used up, so a new attempt needs a new key.',
  },
  provider_unavailable: {
    status: 502,
    title: 'No answer from the provider',
    advice:
      'The provider did not answer. With `indeterminate: true` it may have carried out the request: read GET /status/{paymentId} or GET /disbursements/{disbursementId} before you try again. Without it, no money moved.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    advice:
      'Something failed in the service. Quote the requestId when you ask for help. Repeating with the same Idempotency-Key is safe.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    advice:
      'The service cannot reach its database. Repeat the request with the same Idempotency-Key after Retry-After seconds.',
  },
};

/** application/problem+json (RFC 9457). `error` repeats `detail` for clients that read only that. */
export const problemSchema = z
  .strictObject({
    type: z.string().meta({ description: 'Link to the explanation of `code` in the error reference.' }),
    title: z.string().meta({ description: 'Short summary, the same for every error with this `code`.' }),
    status: z.int().meta({ description: 'The HTTP status.' }),
    detail: z.string().meta({ description: 'What went wrong with this request, in one sentence.' }),
    code: z.enum(errorCodes).meta({ description: 'Stable identifier of the kind of error. Use it in your code.' }),
    error: z.string().meta({ description: 'Equal to `detail`.' }),
    requestId: z.string().meta({
      description: 'Identifier of the request, also in the header X-Request-Id. Quote it when you ask for help.',
    }),
    issues: z
      .array(z.strictObject({ path: z.string(), message: z.string() }).meta({ id: 'Issue' }))
      .optional()
      .meta({ description: 'On 422: each field that is wrong, and why.' }),
    retryAfterSeconds: z
      .int()
      .optional()
      .meta({ description: 'How many seconds to wait. Equal to the header Retry-After.' }),
    missingScope: z.enum(scopes).optional().meta({ description: 'On 403: the scope that the API key does not have.' }),
    indeterminate: z
      .literal(true)
      .optional()
      .meta({ description: 'The provider may have carried out the request. Read its status before you try again.' }),
    paymentId: z.string().optional().meta({ description: 'The payment that the request created.' }),
    disbursementId: z.string().optional().meta({
      description:
        'The disbursement that the request created. On already_reversed: the earlier reversal of the receipt.',
    }),
    queryId: z.string().optional().meta({ description: 'The inquiry that the request created.' }),
    limit: z
      .enum(['per_transaction', 'per_day', 'per_recipient_per_day', 'per_key_per_day'])
      .optional()
      .meta({ description: 'On `limit_exceeded`: the limit that the request would exceed.' }),
    max: z.int().optional().meta({ description: 'On `limit_exceeded`: the amount of the limit, in whole KES.' }),
    used: z.int().optional().meta({
      description:
        'On `limit_exceeded` for a limit per day: what was sent or is pending in the last 24 hours, in whole KES.',
    }),
    upstream: z
      .strictObject({ code: z.string(), description: z.string() })
      .meta({ id: 'UpstreamError' })
      .optional()
      .meta({
        description:
          'On 502: the error as the provider sent it. When it sent no code, `code` is its HTTP status, such as `http_403`, and `description` an excerpt of what it said.',
      }),
    decoded: decodedSchema
      .nullable()
      .optional()
      .meta({ description: 'On 502: what the error of the provider means and what to do.' }),
  })
  .meta({ id: 'Problem' });

type Problem = z.infer<typeof problemSchema>;

/** How a refusal ends that says which key a retry needs. */
const retryAdvice: Record<NonNullable<DomainError['extras']['retryKey']>, string> = {
  same: ' The same Idempotency-Key is safe.',
  new: ' Try again with a new Idempotency-Key.',
};

/** The body of an error response. `errorsUrl` is the address of the error reference. */
export function toProblem(error: DomainError, requestId: string, errorsUrl: string): Problem {
  const { status, title } = problems[error.code];
  const { allow: _, replayed: __, retryKey, ...extras } = error.extras;
  const detail = `${error.message}${retryKey ? retryAdvice[retryKey] : ''}`;
  return problemSchema.parse({
    type: `${errorsUrl}#${error.code}`,
    title,
    status,
    detail,
    code: error.code,
    error: detail,
    requestId,
    ...extras,
  });
}

const retryAfterUnavailableSeconds = 5;

/** Any thrown value as a DomainError. The text of an unexpected error never leaves the process. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = codeOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new DomainError('payload_too_large', 'The body is larger than 100 kB.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new DomainError('malformed_json', 'The content type must be application/json.');
  }
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new DomainError('not_found', 'There is nothing at this address.');
  if (code.startsWith('FST_ERR_CTP_')) return new DomainError('malformed_json', 'The body is not valid JSON.');
  if (isDatabaseOutage(error)) {
    return new DomainError(
      'unavailable',
      'The service is temporarily unavailable. Try again with the same Idempotency-Key.',
      {
        retryAfterSeconds: retryAfterUnavailableSeconds,
      },
    );
  }
  return new DomainError(
    'internal',
    'Something went wrong on our side. Trying again with the same Idempotency-Key is safe.',
  );
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}
