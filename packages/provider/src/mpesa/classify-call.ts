import type { ProviderAnswer } from '@tillgate/domain';
import { isSuccess, type NotAccepted, rejected, unreachable } from '../kit/answers.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { Answered, HttpAnswer } from '../kit/http.ts';
import { codeText, field, type JsonObject, joinPresent, plainText } from '../kit/json.ts';
import { descriptionLengthMax, safeText } from '../kit/safe-text.ts';
import { type ApiError, apiErrorOf } from './api-error.ts';

/** The gateway refused the call before it reached the core: busy, quota. */
const gatewayRefusalCodes: ReadonlySet<string> = new Set(['500.003.02', '500.003.03']);
const busyFault = /spikearrest|quota/i;
/** Statuses which prove, even without a body, that nothing was done. 408, 409, 425 and 499 do not prove it. */
const refusalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 429, 431]);
/** These redirects mean "send the same request elsewhere". After any other redirect the outcome is unknown. */
const redirectStatuses: ReadonlySet<number> = new Set([307, 308]);

/** An operation's own rule for a code: a certain refusal, `open` with the reason, or undefined for no rule. */
export type Verdict = 'refused' | { open: string } | undefined;

/** A code other than success with its message, from the error envelope or from an ordinary response. */
export type CodeAndMessage = { from: 'errorCode' | 'ResponseCode'; code: string; message: string };

/** The rules that differ between the operations. */
export type CallRules<Accepted> = {
  /** Reads the ids that prove an acceptance. Returns undefined when they are missing. */
  acceptedOf: (json: JsonObject | undefined) => Accepted | undefined;
  /** Applied before the common rules. */
  judge: (said: CodeAndMessage) => Verdict;
};

/**
 * Classifies the outcome of a call. Pure. `accepted` and `rejected` need proof. Everything else is `unknown`, because
 * the provider may have acted.
 */
export function classifyCall<Accepted>(answer: HttpAnswer, rules: CallRules<Accepted>): ProviderAnswer<Accepted> {
  switch (answer.kind) {
    case 'never_sent':
      return unreachable('unreachable', `The provider could not be reached (${answer.cause}).`);
    case 'no_answer':
      return { kind: 'unknown', cause: answer.cause };
    case 'answered':
      return withWait(classifyAnswered(answer, rules), answer);
  }
}

/** How long to wait is for refusals because of too many calls: any other is the same later. */
function withWait<Accepted>(
  classified: ProviderAnswer<Accepted>,
  { statusCode, retryAfterSeconds }: Answered,
): ProviderAnswer<Accepted> {
  if (classified.kind !== 'rejected' || retryAfterSeconds === undefined) return classified;
  const isBusy = statusCode === 429 || gatewayRefusalCodes.has(classified.code) || busyFault.test(classified.code);
  return isBusy ? { ...classified, retryAfterSeconds } : classified;
}

function classifyAnswered<Accepted>(answer: Answered, rules: CallRules<Accepted>): ProviderAnswer<Accepted> {
  const { json } = answer;
  const error = apiErrorOf(json);
  const responseCode = codeText(field(json, 'ResponseCode'));
  const hasError = error.errorCode !== undefined || error.faultCode !== undefined;

  // A body that claims acceptance is never a rejection, whatever its status or its other fields say.
  if (responseCode !== undefined && /^0+$/.test(responseCode)) {
    const accepted = rules.acceptedOf(json);
    if (isSuccess(answer) && responseCode === '0' && !hasError && accepted !== undefined) {
      return { kind: 'accepted', ...accepted };
    }
    return unknown(answer, error, 'claims acceptance but does not prove it');
  }
  const description = plainText(field(json, 'ResponseDescription'), descriptionLengthMax);
  const said = saidBy(error, responseCode, description);
  const verdict = said === undefined ? undefined : rules.judge(said);
  if (said !== undefined && verdict === 'refused') return rejected(said.code, said.message || excerptOf(answer));
  if (typeof verdict === 'object') return unknown(answer, error, verdict.open);
  return classifyByCommonRules(answer, error, responseCode, description);
}

function saidBy(
  { errorCode, message }: ApiError,
  responseCode: string | undefined,
  description: string,
): CodeAndMessage | undefined {
  if (errorCode !== undefined) return { from: 'errorCode', code: errorCode, message };
  return responseCode === undefined ? undefined : { from: 'ResponseCode', code: responseCode, message: description };
}

function classifyByCommonRules(
  answer: Answered,
  error: ApiError,
  responseCode: string | undefined,
  description: string,
): NotAccepted {
  const { statusCode } = answer;
  const reason = error.message || excerptOf(answer);
  if (error.errorCode !== undefined) {
    return isRefusingCode(error.errorCode, statusCode)
      ? rejected(error.errorCode, reason)
      : unknown(answer, error, 'proves neither acceptance nor refusal');
  }
  if (error.faultCode !== undefined && busyFault.test(error.faultCode)) {
    return rejected(error.faultCode, reason);
  }
  if (isSuccess(answer) && responseCode !== undefined) return rejected(responseCode, description || reason);
  if (refusalStatuses.has(statusCode)) return rejected(error.faultCode ?? statusWord(statusCode), reason);
  if (redirectStatuses.has(statusCode)) {
    return unreachable('unreachable', `The provider's address answers with a redirect (HTTP ${statusCode}).`);
  }
  return unknown(answer, error, 'proves neither acceptance nor refusal');
}

/** A status is no result code of the provider, so it goes out as a word. */
function statusWord(statusCode: number): string {
  return `http_${statusCode}`;
}

function isRefusingCode(errorCode: string, statusCode: number): boolean {
  if (/^4\d\d\./.test(errorCode) || gatewayRefusalCodes.has(errorCode) || statusCode === 429) return true;
  return !errorCode.startsWith('5') && refusalStatuses.has(statusCode);
}

function unknown(answer: Answered, error: ApiError, verdict: string): NotAccepted {
  const shape = answer.json === undefined ? 'no readable body' : undefined;
  const code = error.errorCode ?? error.faultCode;
  // A body that claims acceptance says nothing about a refusal.
  const hasResponseCode = field(answer.json, 'ResponseCode') !== undefined;
  const reason = error.message || (hasResponseCode ? '' : excerptOf(answer));
  const said = joinPresent([`HTTP ${answer.statusCode}`, code ?? shape, reason]);
  const hasReason = code !== undefined || reason !== '';
  return {
    kind: 'unknown',
    cause: safeText(`The answer ${verdict}: ${said}`),
    ...(hasReason && { upstream: { code: code ?? statusWord(answer.statusCode), description: reason } }),
  };
}
