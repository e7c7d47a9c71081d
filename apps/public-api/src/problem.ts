import { DomainError, type ErrorCode, isDatabaseOutage } from '@tillgate/domain';
import { z } from 'zod';

type Entry = {
  status: number;
  title: string;
  /** What it means and what to do, for the errors page. */
  advice: string;
};

/** Every refusal as HTTP. A full record: a new code does not compile without its line here. */
export const problems: Record<ErrorCode, Entry> = {
  malformed_json: {
    status: 400,
    title: 'Malformed request',
    advice:
      'The body is not JSON in UTF-8, or the content type is not application/json. Nothing was spent; correct it.',
  },
  provider_not_configured: {
    status: 400,
    title: 'Provider not configured',
    advice:
      'The application has no provider credentials for this environment. Set them, then repeat with the same Idempotency-Key.',
  },
  unauthenticated: {
    status: 401,
    title: 'Missing or invalid API key',
    advice:
      'Send the whole API key, mp_test_… or mp_live_…, in the header Authorization: Bearer. A revoked or expired key is refused as well.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    advice: 'The key is valid but may not do this.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    advice: 'There is nothing here, or it belongs to another application or environment.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    advice: 'The path exists, but not with this method. The Allow header names those it has.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'Idempotency key reused',
    advice: 'The key was used before with a different body. A key names one payment: a new attempt needs a new key.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'Request in progress',
    advice: 'The first request under this key is still at work. Repeat with the same key after Retry-After seconds.',
  },
  idempotency_indeterminate: {
    status: 409,
    title: 'Outcome unknown',
    advice:
      'The provider call was interrupted, so money may have moved. The key answers this for ever. Read GET /status/{paymentId} or GET /disbursements/{disbursementId} first; only then try again, with a new key.',
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    advice: 'A body may have at most 100 kB.',
  },
  invalid_input: {
    status: 422,
    title: 'Invalid input',
    advice: 'The issues list says which field is wrong and why. Nothing was spent; correct it and use the same key.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    advice: 'Wait Retry-After seconds. Repeating with the same Idempotency-Key is safe.',
  },
  provider_rejected: {
    status: 502,
    title: 'Refused by the provider',
    advice:
      'The provider answered no; upstream has its code and text, decoded what they mean. No money moved. The key is spent: a new attempt needs a new key.',
  },
  provider_unavailable: {
    status: 502,
    title: 'No answer from the provider',
    advice:
      'With indeterminate: true the request may have been carried out: read GET /status/{paymentId} or GET /disbursements/{disbursementId} first. Without it no money moved.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    advice: 'A fault of ours. Quote the requestId. Repeating with the same Idempotency-Key is safe.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    advice: 'The service cannot reach its database. Repeat with the same Idempotency-Key after Retry-After seconds.',
  },
};

/** application/problem+json (RFC 9457). `error` repeats `detail` for clients that read only that. */
export const problemSchema = z
  .strictObject({
    type: z.string().meta({ description: 'Address of the explanation of `code`.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What went wrong with this request, in a sentence.' }),
    code: z.string().meta({ description: 'Stable, for machines.' }),
    error: z.string().meta({ description: 'The same as `detail`.' }),
    requestId: z.string().meta({ description: 'Also in the header X-Request-Id; quote it when you ask for help.' }),
    issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
    retryAfterSeconds: z.int().optional(),
    indeterminate: z.literal(true).optional().meta({ description: 'The provider may have acted on the request.' }),
    paymentId: z.string().optional(),
    disbursementId: z.string().optional(),
    queryId: z.string().optional(),
    upstream: z.strictObject({ code: z.string(), description: z.string() }).optional(),
    decoded: z
      .strictObject({
        code: z.union([z.int(), z.string()]),
        title: z.string(),
        cause: z.string(),
        fix: z.string(),
        category: z.string(),
        retryable: z.boolean(),
        customerMessage: z.string(),
      })
      .nullable()
      .optional(),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problemSchema>;

/** The body of a refusal. `errorsUrl` is the address of the errors page. */
export function toProblem(error: DomainError, requestId: string, errorsUrl: string): Problem {
  const { status, title } = problems[error.code];
  const { allow: _, replayed: __, ...extras } = error.extras;
  return problemSchema.parse({
    type: `${errorsUrl}#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    error: error.message,
    requestId,
    ...extras,
  });
}

const retryAfterUnavailableSeconds = 5;

/** Any thrown value as a refusal. What is not ours stays internal: its text never goes out. */
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
