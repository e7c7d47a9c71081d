import { errors } from 'undici';
import { RefusedTarget } from './lookup.ts';

type Limits = { connectTimeoutMs: number; totalTimeoutMs: number };

const notHttp = 'The answer was not HTTP.';

/** What the error codes of Node, its DNS resolver and undici mean to a merchant. */
const meanings: { codes: string[]; sentence: (limits: Limits) => string }[] = [
  { codes: ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH'], sentence: () => notHttp },
  { codes: ['UND_ERR_HEADERS_OVERFLOW'], sentence: () => 'The headers of the answer are too long.' },
  {
    codes: ['UND_ERR_ABORTED', 'ABORT_ERR', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
    sentence: ({ totalTimeoutMs }) => `No answer within ${totalTimeoutMs / 1000} s.`,
  },
  {
    codes: ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
    sentence: ({ connectTimeoutMs }) => `No connection within ${connectTimeoutMs / 1000} s.`,
  },
  { codes: ['ECONNREFUSED'], sentence: () => 'The connection was refused.' },
  { codes: ['EHOSTUNREACH', 'ENETUNREACH'], sentence: () => 'The host cannot be reached.' },
  {
    codes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
    sentence: () => 'The connection was closed before the answer was complete.',
  },
  { codes: ['ENOTFOUND', 'ENODATA', 'EBADNAME'], sentence: () => 'The name does not resolve.' },
  {
    codes: ['ESERVFAIL', 'EREFUSED', 'EBADRESP', 'ETIMEOUT', 'EAI_AGAIN'],
    sentence: () => 'The name servers gave no answer.',
  },
];
const sentences = new Map(meanings.flatMap(({ codes, sentence }) => codes.map((code) => [code, sentence])));

/** One sentence for a merchant about why a POST got no response. It has none of our addresses and no internals. */
export function failureReason(error: unknown, limits: Limits): string {
  if (error instanceof RefusedTarget) return error.message;
  if (error instanceof errors.HTTPParserError) return notHttp;
  const code = codeOf(error);
  if (code === undefined) return 'The request failed.';
  const sentence = sentences.get(code);
  if (sentence) return sentence(limits);
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
