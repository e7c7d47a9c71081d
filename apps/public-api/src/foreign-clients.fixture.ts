/**
 * Requests as clients of this contract in other languages send them: their serialisers write every field that was not set
 * as `null` (Gson of Java, System.Text.Json of .NET, Pydantic of Python), and some send no body where nothing is required.
 */
export const requestsWithNulls: { client: string; path: string; body: Record<string, unknown> }[] = [
  {
    client: 'Gson with serializeNulls',
    path: '/collect',
    body: {
      amount: 10,
      phone: '0712345678',
      accountReference: null,
      description: null,
      metadata: null,
      idempotencyKey: null,
    },
  },
  {
    client: 'System.Text.Json',
    path: '/payout',
    body: { amount: 10, phone: '254712345678', commandId: null, remarks: null, occasion: null, idempotencyKey: null },
  },
  {
    client: 'Pydantic model_dump',
    path: '/reversal',
    body: { transactionId: 'TJK1A2B3C4', amount: 10, remarks: null, occasion: null, idempotencyKey: null },
  },
  {
    client: 'System.Text.Json',
    path: '/transaction-status',
    body: { transactionId: 'TJK1A2B3C4', identifierType: null, remarks: null, occasion: null },
  },
  { client: 'Pydantic model_dump', path: '/account-balance', body: { identifierType: null, remarks: null } },
  {
    client: 'Gson with serializeNulls',
    path: '/qr-generate',
    body: { amount: 10, refNo: null, merchantName: null, trxCode: null, cpi: null, size: null },
  },
];
