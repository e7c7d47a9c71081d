import type { HttpAnswer } from '../kit/http.ts';
import { asObject, codeText, field, type JsonObject, plainText } from '../kit/json.ts';
import { descriptionLengthMax } from '../kit/safe-text.ts';

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
