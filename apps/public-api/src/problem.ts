import {
  DomainError,
  type ErrorCode,
  errorCodes,
  errorExplanations,
  isDatabaseOutage,
  publicIssues,
  scopes,
} from '@tillgate/domain';
import { decodedSchema } from '@tillgate/domain/reading/answers';
import { z } from 'zod';

/** The HTTP status of each error code. A full record, so a new code does not compile without an entry. */
const statuses: Record<ErrorCode, number> = {
  malformed_json: 400,
  provider_not_configured: 400,
  unauthenticated: 401,
  forbidden: 403,
  limit_exceeded: 403,
  approval_required: 403,
  refused_by_rule: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_key_reused: 409,
  idempotency_in_flight: 409,
  idempotency_indeterminate: 409,
  already_reversed: 409,
  payload_too_large: 413,
  invalid_input: 422,
  rate_limited: 429,
  provider_rejected: 502,
  provider_unavailable: 502,
  internal: 500,
  unavailable: 503,
};

/** The HTTP status, title and advice of an error code. */
export function problemOf(code: ErrorCode): { status: number; title: string; advice: string } {
  const { title, advice } = errorExplanations[code];
  return { status: statuses[code], title, advice };
}

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
      .array(
        z
          .strictObject({
            path: z.string().meta({ description: 'The field. Parts of a nested field are joined by dots.' }),
            name: z.string().meta({
              description:
                'Stable name of what is wrong, such as `amountAtMost`. Use it to say it in your own words. The error reference lists all names. New names may be added.',
              examples: ['amountAtMost'],
            }),
            message: z
              .string()
              .meta({ description: 'What is wrong, as the end of a sentence that begins with the path.' }),
          })
          .meta({ id: 'Issue' }),
      )
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
    rule: z
      .enum(['stop_list', 'list', 'first_prompt_max', 'new_payee', 'same_payout_soon'])
      .optional()
      .meta({ description: 'On `refused_by_rule`: the kind of the rule. More kinds may follow.' }),
    ruleId: z.uuid().optional().meta({
      description:
        'On `refused_by_rule`: the rule of the application, or the entry of its list. Absent for a rule of the installation.',
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

/** The advice about the key of a retry, at the end of a detail. */
const retryAdvice: Record<NonNullable<DomainError['extras']['retryKey']>, string> = {
  same: ' The same Idempotency-Key is safe.',
  new: ' Try again with a new Idempotency-Key.',
};

/** The body of an error response. `errorsUrl` is the address of the error reference. */
export function toProblem(error: DomainError, requestId: string, errorsUrl: string): Problem {
  const { status, title } = problemOf(error.code);
  const { allow: _, replayed: __, retryKey, issues, ...extras } = error.extras;
  const detail = `${error.message}${retryKey ? retryAdvice[retryKey] : ''}`;
  return problemSchema.parse({
    type: `${errorsUrl}#${error.code}`,
    title,
    status,
    detail,
    code: error.code,
    error: detail,
    requestId,
    ...(issues && { issues: publicIssues(issues) }),
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
