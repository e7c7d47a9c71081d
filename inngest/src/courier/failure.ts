import { errors } from 'undici';
import { RefusedTarget } from './lookup.ts';

type Limits = { connectTimeoutMs: number; totalTimeoutMs: number };

/** Why a POST got no complete answer: one sentence for the merchant, without our addresses or internals. */
export function failureReason(error: unknown, limits: Limits): string {
  if (error instanceof RefusedTarget) return error.message;
  if (error instanceof errors.HTTPParserError) return 'The answer was not HTTP.';
  const code = codeOf(error);
  switch (code) {
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return 'The answer was not HTTP.';
    case 'UND_ERR_ABORTED':
    case 'ABORT_ERR':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `No complete answer within ${limits.totalTimeoutMs / 1000} s.`;
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `No connection within ${limits.connectTimeoutMs / 1000} s.`;
    case 'ECONNREFUSED':
      return 'The connection was refused.';
    case 'ENOTFOUND':
    case 'ENODATA':
    case 'EBADNAME':
      return 'The name does not resolve.';
    case 'ESERVFAIL':
    case 'EREFUSED':
    case 'EBADRESP':
    case 'ETIMEOUT':
      return 'The name servers gave no answer.';
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'The headers of the answer are too long.';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'The host cannot be reached.';
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'The connection was closed before the answer was complete.';
    case undefined:
      return 'The request failed.';
  }
  if (isCertificateProblem(code)) return `The certificate was not accepted (${code}).`;
  return `The request failed (${code}).`;
}

/** OpenSSL's verification results and Node's own checks. */
function isCertificateProblem(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/.test(code);
}

/** The code of an error, or of the first of several attempts to connect. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error && error.name === 'AbortError' ? 'ABORT_ERR' : undefined;
}
