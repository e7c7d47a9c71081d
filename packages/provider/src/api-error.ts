import type { HttpAnswer } from './http.ts';
import { asObject, codeText, cut, field, type JsonObject, plain, plainText } from './json.ts';

/** Longest description of a refusal, in characters. */
export const descriptionLengthMax = 500;
/** Shorter words are left alone: as secrets they do not exist, and blanking them would garble any sentence. */
const secretLengthMin = 6;

/** What an error body says. Two shapes exist: the API's own envelope and the gateway's `fault`. */
export type ApiError = {
  /** From the API's envelope, e.g. `404.001.03`. */
  errorCode: string | undefined;
  /** From the gateway's fault, e.g. `policies.ratelimit.SpikeArrestViolation`. */
  faultCode: string | undefined;
  /** The sentence of either, plain, at most {@link descriptionLengthMax} characters; may be empty. */
  message: string;
};

/** Reads the error out of a body; all fields are empty when it has none. */
export function apiErrorOf(json: JsonObject | undefined): ApiError {
  const errorCode = presentCode(field(json, 'errorCode'));
  const fault = field(json, 'fault');
  const faultCode = codeText(field(asObject(field(asObject(fault), 'detail')), 'errorcode')) ?? presentCode(fault);
  const sentence = errorCode === undefined ? field(asObject(fault), 'faultstring') : field(json, 'errorMessage');
  return { errorCode, faultCode, message: plainText(sentence, descriptionLengthMax) };
}

/** An error that is there but unreadable is an error all the same. */
function presentCode(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return codeText(value) ?? 'unreadable';
}

const tokenErrorCodes: ReadonlySet<string> = new Set(['401.002.01', '404.001.03', '400.003.01']);

/**
 * Whether the provider refused the access token, so that a new one may help. The code differs by product; a bare HTTP
 * 401 counts too, except the gateway's "this application lacks the product" (like 401.003.01, a new token cannot help).
 */
export function isTokenError(answer: HttpAnswer): boolean {
  // A ResponseCode comes from behind the gateway: whatever else is said, such a call is not repeated.
  if (answer.kind !== 'answered' || field(answer.json, 'ResponseCode') !== undefined) return false;
  const { errorCode, faultCode } = apiErrorOf(answer.json);
  if (errorCode !== undefined) return tokenErrorCodes.has(errorCode);
  return answer.statusCode === 401 && !/apiproduct/i.test(faultCode ?? '');
}

/** Bounds a sentence that came from outside, and blanks any of our secrets that it echoes, whole or cut off at its end. */
export function safeText(text: string, secrets: readonly string[] = []): string {
  const blanked = secrets
    .filter((secret) => secret.length >= secretLengthMin)
    .reduce((sentence, secret) => withoutBeginning(sentence.replaceAll(secret, '***'), secret), plain(text));
  return cut(blanked, descriptionLengthMax);
}

function withoutBeginning(sentence: string, secret: string): string {
  const lengthMax = Math.min(secret.length - 1, sentence.length);
  for (let length = lengthMax; length >= secretLengthMin; length -= 1) {
    if (sentence.endsWith(secret.slice(0, length))) return `${sentence.slice(0, -length)}***`;
  }
  return sentence;
}
