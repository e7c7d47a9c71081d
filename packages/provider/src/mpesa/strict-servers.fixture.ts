import { json, type Reply, type SeenRequest, text } from '../kit/testing.ts';

/**
 * How three independent servers of the provider's API, written in typed languages, read the body of a request. Each decodes
 * into a record whose fields are all there and all text, and refuses anything else before it looks at the rest.
 */
const fieldsOf: Record<string, readonly string[]> = {
  '/mpesa/stkpush/v1/processrequest': ['Amount'],
  '/mpesa/b2c/v3/paymentrequest': ['Amount', 'Occassion'],
  '/mpesa/reversal/v1/request': ['Amount', 'Occasion'],
  '/mpesa/transactionstatus/v1/query': ['Occasion'],
  '/mpesa/accountbalance/v1/query': [],
};

/** Replies as such a server: 422 in plain text for a field that is missing or no text, else an acceptance. */
export function strictServer({ path, body }: SeenRequest): Reply {
  const sent = JSON.parse(body) as Record<string, unknown>;
  for (const name of fieldsOf[path] ?? []) {
    if (!(name in sent)) return text(422, `Failed to deserialize the JSON body: missing field \`${name}\``);
    if (typeof sent[name] !== 'string') return text(422, `Failed to deserialize the JSON body: ${name}: invalid type`);
  }
  return json(200, {
    ConversationID: 'AG_20261123_1',
    OriginatorConversationID: '29115-1',
    MerchantRequestID: '29115-2',
    CheckoutRequestID: 'ws_CO_23112026101500123712345678',
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });
}
