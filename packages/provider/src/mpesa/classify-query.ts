import type { Outcome, PromptState } from '@tillgate/domain';
import { isSuccess } from '../kit/answers.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { HttpAnswer } from '../kit/http.ts';
import { codeText, field, joinPresent, plainText } from '../kit/json.ts';
import { safeText } from '../kit/safe-text.ts';
import { apiErrorOf } from './api-error.ts';
import { ambiguousCode, promptOutcome, stillProcessingCode } from './prompt-outcome.ts';

const resultDescLengthMax = 1024;

/**
 * Classifies the answer to an STK query. Pure. An end needs proof, because it settles a payment. Any error is open or
 * `no_answer`, never a failed payment.
 */
export function classifyQuery(answer: HttpAnswer, checkoutRequestId: string): PromptState {
  if (answer.kind !== 'answered') return { kind: 'no_answer', cause: answer.cause };
  const { statusCode, json } = answer;
  const { errorCode, faultCode, message } = apiErrorOf(json);
  const code = errorCode ?? faultCode;
  if (code !== undefined) return ambiguous(code, message, `HTTP ${statusCode}`);

  const resultCode = codeText(field(json, 'ResultCode'));
  const resultDesc = plainText(field(json, 'ResultDesc'), resultDescLengthMax);
  const isProcessed = isSuccess(answer) && codeText(field(json, 'ResponseCode')) === '0';
  if (!isProcessed || resultCode === undefined) {
    return noAnswer(joinPresent([`HTTP ${statusCode} without a result`, excerptOf(answer)]));
  }
  const echoed = field(json, 'CheckoutRequestID');
  if (echoed !== undefined && echoed !== null && plainText(echoed, Number.POSITIVE_INFINITY) !== checkoutRequestId) {
    return noAnswer('the answer is about another prompt');
  }
  if (resultCode === stillProcessingCode) return told('open', resultCode, resultDesc);
  if (resultCode === ambiguousCode) return ambiguous(resultCode, resultDesc, `HTTP ${statusCode}`);
  // "00" means success on other products. On this product it proves nothing, so it must not settle a payment.
  if (/^00+$/.test(resultCode)) return noAnswer(`result code ${resultCode}`);
  const outcome = promptOutcome(resultCode);
  return outcome === 'open' ? noAnswer(`result code ${resultCode}`) : told(outcome, resultCode, resultDesc);
}

function ambiguous(code: string, message: string, status: string): PromptState {
  if (code === ambiguousCode && /\bprocess(ed|ing)\b/i.test(message)) {
    return told('open', code, message);
  }
  return noAnswer(joinPresent([status, code, message]));
}

/** An answer to a query has neither a receipt nor an amount. */
function told(outcome: Outcome, code: string, text: string): PromptState {
  return { kind: 'told', fact: { outcome, code, text, receipt: null, amount: null } };
}

function noAnswer(cause: string): PromptState {
  return { kind: 'no_answer', cause: safeText(cause) };
}
