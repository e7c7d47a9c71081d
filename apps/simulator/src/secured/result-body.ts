import { placeholderReceipt } from '../ids.ts';
import { codeLiteral, type Parameter, quote, renderParameter } from '../literals.ts';
import type { Conversation, SecuredOutcome } from './conversations.ts';
import type { Operation } from './scenario.ts';

/** The provider's internal URLs. They are not the merchant's QueueTimeOutURL. */
const internalUrls = {
  payout: 'http://internalapi.safaricom.co.ke/mpesa/b2cresults/v1/submit',
  reversal: 'http://internalapi.safaricom.co.ke/mpesa/reversalresults/v1/submit',
  status: '',
  balance: 'http://internalapi.safaricom.co.ke/mpesa/abresults/v1/submit',
  b2b: 'http://internalapi.safaricom.co.ke/mpesa/b2bresults/v1/submit',
} satisfies Record<Operation, string>;

const hasTextCodes = ({ scenario }: Conversation): boolean =>
  scenario.form === 'text_codes' || scenario.form === 'sparse';

const optional = (text: string | null): string | null => (text ? quote(text) : null);

const referencesOf = ({ request }: Conversation): Parameter[] => {
  if (request.operation === 'status') return [['Occasion', optional(request.occasion)]];
  const timeout: Parameter = ['QueueTimeoutURL', quote(internalUrls[request.operation])];
  return request.operation === 'b2b'
    ? [['BillReferenceNumber', optional(request.accountReference)], timeout]
    : [timeout];
};

const renderParameters = (conversation: Conversation, parameters: readonly Parameter[]): string => {
  const { form } = conversation.scenario;
  const items = (form === 'reordered' ? parameters.toReversed() : parameters).map(renderParameter);
  const isLone = form === 'sparse' && items.length === 1;
  return `"ResultParameters":{"ResultParameter":${isLone ? items[0] : `[${items.join(',')}]`}},`;
};

/**
 * Renders the exact JSON of a result. ResultParameters is present only on success. The reference item is an object,
 * and a list of two for B2B. `resultType` 1 announces that more follows and has no parameters.
 */
export const renderResult = (
  conversation: Conversation,
  outcome: SecuredOutcome,
  placeholder: string,
  resultType: 0 | 1 = 0,
): string => {
  const code = hasTextCodes(conversation) ? quote(String(outcome.code)) : codeLiteral(outcome.code);
  const type = hasTextCodes(conversation) ? quote(String(resultType)) : String(resultType);
  const hasParameters = outcome.parameters !== null && resultType === 0;
  const references = referencesOf(conversation).map(renderParameter).join(',');
  const isList = conversation.scenario.form === 'duplicates' || conversation.request.operation === 'b2b';
  return (
    `{"Result":{"ResultType":${type},"ResultCode":${code},"ResultDesc":${quote(outcome.desc)},` +
    `"OriginatorConversationID":${quote(conversation.originatorConversationId)},` +
    `"ConversationID":${quote(conversation.conversationId)},` +
    `"TransactionID":${quote(outcome.receipt ?? placeholderReceipt(placeholder))},` +
    `${hasParameters ? renderParameters(conversation, outcome.parameters ?? []) : ''}` +
    `"ReferenceData":{"ReferenceItem":${isList ? `[${references}]` : references}}}}`
  );
};
