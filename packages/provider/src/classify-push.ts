import type { PromptIds, ProviderAnswer } from '@tillgate/domain';
import { type CallRules, classifyCall, type Said, type Verdict } from './classify-call.ts';
import type { HttpAnswer } from './http.ts';
import { field, type JsonObject, plainText } from './json.ts';

const idLengthMax = 255;
/** On the push this code is a refusal of one of many kinds, told apart by the sentence only. */
const pushRefusalCode = '500.001.1001';
const refusalPattern =
  /wrong\s+credentials|merchant\s+does\s+not\s+exist|invalid\s+access\s+token|unable\s+to\s+lock|insufficient/i;

const pushRules: CallRules<PromptIds> = { acceptedOf: promptIds, judge };

/**
 * What the exchange of an STK push came to. Pure. `accepted` and `rejected` need proof; all the rest is `unknown`,
 * because a prompt may be on the handset.
 */
export function classifyPush(answer: HttpAnswer): ProviderAnswer<PromptIds> {
  return classifyCall(answer, pushRules);
}

function judge({ from, code, message }: Said): Verdict {
  return from === 'errorCode' && code === pushRefusalCode && !saysUnderWay(message) ? 'refused' : undefined;
}

/** The refusals come first: "Unable to lock subscriber, a transaction is already in process" is one of them. */
function saysUnderWay(message: string): boolean {
  return !refusalPattern.test(message) && /(?:being|under|still)\s+process/i.test(message);
}

function promptIds(json: JsonObject | undefined): PromptIds | undefined {
  const checkoutRequestId = plainText(field(json, 'CheckoutRequestID'), idLengthMax);
  if (checkoutRequestId === '') return undefined;
  return { checkoutRequestId, merchantRequestId: plainText(field(json, 'MerchantRequestID'), idLengthMax) };
}
