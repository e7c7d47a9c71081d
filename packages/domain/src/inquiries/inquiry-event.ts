import { type Decoded, wireCode } from '../catalogue/index.ts';
import { renderEvent } from '../outbox/index.ts';
import { explainCode } from '../rails/index.ts';
import { ownCodes } from './inquiry.ts';
import type { InquiryRow } from './statements.ts';

/** The final state that an event reports. */
type EndedInquiry = Pick<
  InquiryRow,
  'id' | 'applicationId' | 'environment' | 'kind' | 'transactionId' | 'conversationId'
> & {
  status: 'answered' | 'failed';
  resultCode: string;
  resultDesc: string;
  result: object | null;
  raw: object | null;
};

/** The webhook of an ended inquiry: its type and the frozen body. `endedAt` becomes `created`. */
export function inquiryEvent(inquiry: EndedInquiry, endedAt: Date): { type: string; body: string } {
  const type = inquiry.kind === 'transaction_status' ? 'admin.transaction_status' : 'admin.account_balance';
  const body = renderEvent(type, endedAt, {
    queryId: inquiry.id,
    conversationId: inquiry.conversationId,
    applicationId: inquiry.applicationId,
    env: inquiry.environment,
    status: inquiry.status,
    transactionId: inquiry.transactionId,
    resultCode: wireCode(inquiry.resultCode),
    resultDesc: inquiry.resultDesc,
    decoded: inquiry.status === 'answered' ? null : decodeEnd(inquiry),
    ...(inquiry.kind === 'transaction_status' ? { result: inquiry.result } : { accounts: inquiry.result }),
    raw: inquiry.raw,
  });
  return { type, body };
}

/** Our own result codes: the provider never answered. */
export const silence: Set<string> = new Set(Object.values(ownCodes));

/** Explains a failed inquiry, whether the code is the provider's or our own. */
export function decodeEnd({
  kind,
  resultCode,
  resultDesc,
}: Pick<EndedInquiry, 'kind' | 'resultCode' | 'resultDesc'>): Decoded {
  if (!silence.has(resultCode)) {
    return explainCode({ code: resultCode, message: resultDesc }, { of: kind, as: 'result' });
  }
  return {
    code: resultCode,
    title: 'No answer from the provider',
    cause: resultDesc,
    fix: 'Ask again: an inquiry moves nothing.',
    category: 'provider_system',
    retryable: true,
    customerMessage: 'The information is not available at the moment. Please try again later.',
  };
}
