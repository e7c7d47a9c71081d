/** The bodies that the provider posts. A test compares their form with what the simulator posts. */

const nairobiMs = 3 * 3_600_000;

/** `20260131143000`, in Nairobi. */
export function wireTime(at: Date): number {
  const local = new Date(at.getTime() + nairobiMs);
  return Number(local.toISOString().replace(/\D/g, '').slice(0, 14));
}

/** Numeric codes are sent as numbers. */
const codeOf = (code: string) => (/^\d+$/.test(code) ? Number(code) : code);
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

export type PromptIds = { merchantRequestId: string; checkoutRequestId: string };

export function stkCallback(
  ids: PromptIds,
  result: { code: string; description: string },
  paid: { amount: number; receipt: string; phone: string; at: Date } | undefined,
): Buffer {
  const items = paid && [
    { Name: 'Amount', Value: paid.amount },
    { Name: 'MpesaReceiptNumber', Value: paid.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: wireTime(paid.at) },
    { Name: 'PhoneNumber', Value: Number(paid.phone) },
  ];
  return bytes({
    Body: {
      stkCallback: {
        MerchantRequestID: ids.merchantRequestId,
        CheckoutRequestID: ids.checkoutRequestId,
        ResultCode: codeOf(result.code),
        ResultDesc: result.description,
        ...(items && { CallbackMetadata: { Item: items } }),
      },
    },
  });
}

export type Conversation = { originatorConversationId: string; conversationId: string };

export function resultCallback(
  ids: Conversation,
  result: { code: string; description: string; transactionId: string },
  parameters: Record<string, string | number> | undefined,
): Buffer {
  const list = parameters && Object.entries(parameters).map(([Key, Value]) => ({ Key, Value }));
  return bytes({
    Result: {
      ResultType: 0,
      ResultCode: codeOf(result.code),
      ResultDesc: result.description,
      OriginatorConversationID: ids.originatorConversationId,
      ConversationID: ids.conversationId,
      TransactionID: result.transactionId,
      ...(list && { ResultParameters: { ResultParameter: list } }),
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: '' } },
    },
  });
}

export function offlineConfirmation(payment: {
  receipt: string;
  at: Date;
  amount: number;
  cents: number;
  shortcode: string;
  reference: string;
  phone: string;
}): Buffer {
  return bytes({
    TransactionType: 'Pay Bill',
    TransID: payment.receipt,
    TransTime: String(wireTime(payment.at)),
    TransAmount: `${payment.amount}.${String(payment.cents).padStart(2, '0')}`,
    BusinessShortCode: payment.shortcode,
    BillRefNumber: payment.reference,
    InvoiceNumber: '',
    // Refunds and prompts happen side by side here, so no balance would continue.
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: `${payment.phone.slice(0, 4)} ***** ${payment.phone.slice(-3)}`,
    FirstName: 'NICHOLAS',
    MiddleName: '',
    LastName: '',
  });
}

/** The rows of an account balance: the five accounts of a paybill, in the provider's order. */
export function balances(working: number, utility: number): string {
  const row = (name: string, sum: number) => `${name}|KES|${sum.toFixed(2)}|${sum.toFixed(2)}|0.00|0.00`;
  return [
    row('Working Account', working),
    row('Float Account', 0),
    row('Utility Account', utility),
    row('Charges Paid Account', -1_540),
    row('Organization Settlement Account', 0),
  ].join('&');
}
