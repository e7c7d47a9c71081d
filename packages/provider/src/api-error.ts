import type { HttpAnswer } from './http.ts';
import { asObject, codeText, cut, field, type JsonObject, plain, plainText } from './json.ts';

/** Longest description of a rejection, in characters. */
export const descriptionLengthMax = 500;
/** Shorter texts are never masked: no real secret is this short, and masking them would garble any sentence. */
const secretLengthMin = 6;

/** The content of an error body. There are two forms: the API's envelope and the gateway's `fault`. */
export type ApiError = {
  /** From the API's envelope, e.g. `404.001.03`. */
  errorCode: string | undefined;
  /** From the gateway's fault, e.g. `policies.ratelimit.SpikeArrestViolation`. */
  faultCode: string | undefined;
  /** The message of either form, plain, at most {@link descriptionLengthMax} characters. May be empty. */
  message: string;
};

/** Reads the error from a body. All fields are empty when it has none. */
export function apiErrorOf(json: JsonObject | undefined): ApiError {
  const errorCode = presentCode(field(json, 'errorCode'));
  const fault = field(json, 'fault');
  const faultCode = codeText(field(asObject(field(asObject(fault), 'detail')), 'errorcode')) ?? presentCode(fault);
  const sentence = errorCode === undefined ? field(asObject(fault), 'faultstring') : field(json, 'errorMessage');
  return { errorCode, faultCode, message: plainText(sentence, descriptionLengthMax) };
}

/** Returns `unreadable` for a code that is present but unreadable, because it still signals an error. */
function presentCode(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return codeText(value) ?? 'unreadable';
}

const tokenErrorCodes: ReadonlySet<string> = new Set(['401.002.01', '404.001.03', '400.003.01']);

/**
 * True when the provider refused the access token, so that a new one may help. The code differs by product. A bare HTTP
 * 401 counts too, unless the gateway says that the app lacks the product: then a new token cannot help.
 */
export function isTokenError(answer: HttpAnswer): boolean {
  // A ResponseCode comes from behind the gateway, so the call reached the API and must not be repeated.
  if (answer.kind !== 'answered' || field(answer.json, 'ResponseCode') !== undefined) return false;
  const { errorCode, faultCode } = apiErrorOf(answer.json);
  if (errorCode !== undefined) return tokenErrorCodes.has(errorCode);
  return answer.statusCode === 401 && !/apiproduct/i.test(faultCode ?? '');
}

/** Cuts a text from the provider and masks every secret that it echoes, whole or cut off at the end of the text. */
export function safeText(text: string, secrets: readonly string[] = []): string {
  return cut(withoutSecrets(plain(text), secrets), descriptionLengthMax);
}

/** Masks every secret that a text echoes, also as JSON and URLs write it, whole or cut off at the end of the text. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), secret.replaceAll('/', '\\/')])
    .filter((secret, index, all) => secret.length >= secretLengthMin && all.indexOf(secret) === index)
    .reduce((sentence, secret) => maskCutSecret(sentence.replaceAll(secret, '***'), secret), text);
}

function maskCutSecret(sentence: string, secret: string): string {
  const lengthMax = Math.min(secret.length - 1, sentence.length);
  for (let length = lengthMax; length >= secretLengthMin; length -= 1) {
    if (sentence.endsWith(secret.slice(0, length))) return `${sentence.slice(0, -length)}***`;
  }
  return sentence;
}
