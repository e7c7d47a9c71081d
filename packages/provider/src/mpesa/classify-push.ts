import type { PromptIds, ProviderAnswer } from '@tillgate/domain';
import type { HttpAnswer } from '../kit/http.ts';
import { field, type JsonObject, plainText } from '../kit/json.ts';
import { type CallRules, type CodeAndMessage, classifyCall, type Verdict } from './classify-call.ts';

const idLengthMax = 255;
/** On a push, this code means one of many refusals. Only the message tells them apart. */
const pushRefusalCode = '500.001.1001';
const refusalPattern =
  /wrong\s+credentials|merchant\s+does\s+not\s+exist|invalid\s+access\s+token|unable\s+to\s+lock|insufficient/i;

const pushRules: CallRules<PromptIds> = { acceptedOf: promptIds, judge };

/**
 * Classifies the outcome of an STK push. Pure. `accepted` and `rejected` need proof. Everything else is `unknown`, because
 * a prompt may be on the handset.
 */
export function classifyPush(answer: HttpAnswer): ProviderAnswer<PromptIds> {
  return classifyCall(answer, pushRules);
}

function judge({ from, code, message }: CodeAndMessage): Verdict {
  return from === 'errorCode' && code === pushRefusalCode && !saysUnderWay(message) ? 'refused' : undefined;
}

/** Checks refusals first, because "Unable to lock subscriber, a transaction is already in process" is a refusal. */
function saysUnderWay(message: string): boolean {
  return !refusalPattern.test(message) && /(?:being|under|still)\s+process/i.test(message);
}

function promptIds(json: JsonObject | undefined): PromptIds | undefined {
  const checkoutRequestId = plainText(field(json, 'CheckoutRequestID'), idLengthMax);
  if (checkoutRequestId === '') return undefined;
  return { checkoutRequestId, merchantRequestId: plainText(field(json, 'MerchantRequestID'), idLengthMax) };
}
