import { failureReason } from '../courier/failure.ts';

type Limits = { connectTimeoutMs: number; totalTimeoutMs: number };

/** What the codes of the S3 protocol mean to the person who set up the bucket. No other code is shown. */
const meanings = new Map(
  Object.entries({
    AccessDenied: 'Access denied: the keys may not write this file into the bucket.',
    AuthorizationHeaderMalformed: 'The bucket is in another region.',
    EntityTooLarge: 'The file is too large for the bucket.',
    IllegalLocationConstraintException: 'The bucket is in another region.',
    InvalidAccessKeyId: 'The server of the bucket does not know the access key ID.',
    NoSuchBucket: 'There is no such bucket.',
    PermanentRedirect: 'The bucket is in another region.',
    QuotaExceeded: 'The bucket is full.',
    RequestTimeTooSkewed: 'The clocks of Tillgate and of the server of the bucket differ too much.',
    SignatureDoesNotMatch: 'The secret access key is wrong.',
    SlowDown: 'The server of the bucket is busy.',
    TemporaryRedirect: 'The bucket is in another region.',
    XMinioStorageFull: 'The bucket is full.',
  }),
);

/** Codes of the protocol whose message says what to change, such as a missing header. */
const explained = new Set([
  ...['AccountProblem', 'BadDigest', 'InvalidArgument', 'InvalidBucketState', 'InvalidDigest', 'InvalidObjectState'],
  ...['InvalidRequest', 'InvalidStorageClass', 'InvalidTag', 'KMS.DisabledException', 'KMS.NotFoundException'],
  ...['MissingContentLength', 'MissingSecurityHeader', 'NotImplemented', 'ObjectLockConfigurationNotFoundError'],
  ...['XAmzContentChecksumMismatch', 'XAmzContentSHA256Mismatch'],
]);
const messageLengthMax = 200;

const redirects = { min: 300, max: 399 };
const byStatus: Record<number, string> = {
  401: 'Access denied: the server of the bucket does not accept the keys.',
  403: 'Access denied: the keys may not write this file into the bucket.',
  404: 'There is no such bucket.',
  507: 'The bucket is full.',
};

/**
 * One sentence about why a file could not be uploaded. It only quotes self-explanatory messages of the S3 protocol,
 * because any other answer may be a page of a private host.
 */
export function storeFailure(error: unknown, limits: Limits): string {
  const known = error instanceof Error ? meanings.get(error.name) : undefined;
  if (known) return known;
  if (error instanceof Error && explained.has(error.name)) {
    const message = error.message
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, messageLengthMax);
    return `The server of the bucket did not take the file (${error.name}: ${message}).`;
  }
  const status = statusOf(error);
  if (status === undefined) return failureReason(error, limits);
  if (byStatus[status]) return byStatus[status];
  if (status >= redirects.min && status <= redirects.max)
    return 'The bucket is at another address, or in another region.';
  return `The server of the bucket did not take the file (HTTP ${status}).`;
}

/** Errors of the SDK have the status of the response in one of two places. */
function statusOf(error: unknown): number | undefined {
  const { $metadata, $response } = Object(error) as {
    $metadata?: { httpStatusCode?: number };
    $response?: { statusCode?: number };
  };
  return $metadata?.httpStatusCode ?? $response?.statusCode;
}
