import type { PromptIds, ProviderAnswer } from '@tillgate/domain';
import { type ApiError, apiErrorOf, safeText } from './api-error.ts';
import type { HttpAnswer } from './http.ts';
import { codeText, field, type JsonObject, plainText } from './json.ts';

const ID_LENGTH_MAX = 255;
/** The gateway turned the call away before its core: busy, spike arrest, quota. */
const TURNED_AWAY_CODES: ReadonlySet<string> = new Set(['500.003.02', '500.003.03']);
/** On the push this code is a refusal of one of many kinds, told apart by the sentence only. */
const PUSH_REFUSED_CODE = '500.001.1001';
const REFUSING_SENTENCES =
  /wrong\s+credentials|merchant\s+does\s+not\s+exist|invalid\s+access\s+token|unable\s+to\s+lock|insufficient/i;
/** Statuses that say the request was not acted on, also without a body. 408, 409, 425 and 499 do not say that. */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 429, 431,
]);
/** These two mean "send the same request elsewhere"; after any other redirect nobody knows what was done. */
const SENDING_ELSEWHERE_STATUSES: ReadonlySet<number> = new Set([307, 308]);

type PushAnswer = ProviderAnswer<PromptIds>;
type Answered = Extract<HttpAnswer, { kind: 'answered' }>;

/**
 * What the exchange of an STK push came to. Pure. `accepted` and `rejected` need proof; all the rest is `unknown`,
 * because a prompt may be on the handset.
 */
export function classifyPush(answer: HttpAnswer): PushAnswer {
  switch (answer.kind) {
    case 'never_sent':
      return unreachable(`The provider could not be reached (${answer.cause}).`);
    case 'no_answer':
      return { kind: 'unknown', cause: answer.cause };
    case 'answered':
      return classifyAnswered(answer);
  }
}

function classifyAnswered(answer: Answered): PushAnswer {
  const { statusCode, json } = answer;
  const error = apiErrorOf(json);
  const responseCode = codeText(field(json, 'ResponseCode'));
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const hasError = error.errorCode !== undefined || error.faultCode !== undefined;

  // A body that claims acceptance is never a rejection, whatever else it or its status says.
  if (responseCode !== undefined && /^0+$/.test(responseCode)) {
    const ids = promptIds(json);
    if (isSuccess && responseCode === '0' && !hasError && ids !== undefined) return { kind: 'accepted', ...ids };
    return unknown(answer, error, 'claims acceptance but does not prove it');
  }
  if (error.errorCode !== undefined) return classifyErrorCode(answer, error, error.errorCode);
  if (error.faultCode !== undefined && /spikearrest|quota/i.test(error.faultCode)) {
    return rejected(error.faultCode, error.message);
  }
  if (isSuccess && responseCode !== undefined) {
    return rejected(responseCode, plainText(field(json, 'ResponseDescription'), ID_LENGTH_MAX));
  }
  if (REFUSING_STATUSES.has(statusCode)) {
    return rejected(error.faultCode ?? String(statusCode), error.message);
  }
  if (SENDING_ELSEWHERE_STATUSES.has(statusCode)) {
    return unreachable(`The provider's address answers with a redirect (HTTP ${statusCode}).`);
  }
  return unknown(answer, error, 'proves neither acceptance nor refusal');
}

function classifyErrorCode(answer: Answered, error: ApiError, errorCode: string): PushAnswer {
  const refused = rejected(errorCode, error.message);
  if (/^4\d\d\./.test(errorCode) || TURNED_AWAY_CODES.has(errorCode) || answer.statusCode === 429) return refused;
  if (errorCode === PUSH_REFUSED_CODE && !saysUnderWay(error.message)) return refused;
  if (!errorCode.startsWith('5') && REFUSING_STATUSES.has(answer.statusCode)) return refused;
  return unknown(answer, error, 'proves neither acceptance nor refusal');
}

/** The refusals come first: "Unable to lock subscriber, a transaction is already in process" is one of them. */
function saysUnderWay(message: string): boolean {
  return !REFUSING_SENTENCES.test(message) && /(?:being|under|still)\s+process/i.test(message);
}

function promptIds(json: JsonObject | undefined): PromptIds | undefined {
  const checkoutRequestId = plainText(field(json, 'CheckoutRequestID'), ID_LENGTH_MAX);
  if (checkoutRequestId === '') return undefined;
  return { checkoutRequestId, merchantRequestId: plainText(field(json, 'MerchantRequestID'), ID_LENGTH_MAX) };
}

function rejected(code: string, description: string): PushAnswer {
  return {
    kind: 'rejected',
    by: 'provider',
    code,
    description: safeText(description) || 'The provider gave no reason.',
  };
}

function unreachable(description: string): PushAnswer {
  return { kind: 'rejected', by: 'unreachable', code: 'unreachable', description: safeText(description) };
}

function unknown(answer: Answered, error: ApiError, verdict: string): PushAnswer {
  const shape = answer.json === undefined ? 'no readable body' : undefined;
  const parts = [`HTTP ${answer.statusCode}`, error.errorCode ?? error.faultCode ?? shape, error.message];
  const said = parts.filter((part) => part !== undefined && part !== '').join(', ');
  return { kind: 'unknown', cause: safeText(`The answer ${verdict}: ${said}`) };
}
