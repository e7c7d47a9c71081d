import { z } from 'zod';
import type { EventType } from '../../outbox/index.ts';
import { decodedSchema, resultCodeSchema } from '../answers/index.ts';
import { accountSchema, transactionSchema } from '../inquiries/index.ts';

const sampleMember = z
  .literal(true)
  .optional()
  .meta({ description: 'Only on samples that a person sent to try the endpoint: acknowledge them and do nothing.' });
const receiptSchema = z.string().nullable();
const resultDescSchema = z.string().meta({ description: 'Result text of the provider.' });
const noReason = z.null().meta({ description: 'Null: nothing went wrong.' });
const amountSchema = z.int().meta({ description: 'Whole KES.' });
const applicationMembers = { applicationId: z.uuid(), env: z.enum(['sandbox', 'production']) };

/** The description of a type beside the contract. */
const extra = (what: string) => `${what} An extra type: only endpoints that name it get it.`;

/** An event: its type, its time and its data. */
function eventSchema(type: EventType, id: string, description: string, data: z.ZodType) {
  return z
    .strictObject({
      type: z.literal(type),
      created: z.int().meta({ description: 'When it happened, in unix seconds.' }),
      data: data.meta({ id: id.replace(/Event$/, 'Data') }),
    })
    .meta({ id, description });
}

const paymentMembers = {
  paymentId: z.uuid().meta({ description: 'Identifier of the payment.' }),
  ...applicationMembers,
  amount: z.int().meta({ description: 'What the customer really paid, in whole KES. Compare it with your order.' }),
  phone: z
    .string()
    .nullable()
    .meta({ description: '254XXXXXXXXX. For offline payments as the provider sends it, often masked.' }),
  accountRef: z.string().meta({ description: 'The `accountReference` of the payment.' }),
  checkoutRequestId: z
    .string()
    .nullable()
    .meta({ description: "The provider's identifier of the prompt. Null for offline payments." }),
  resultDesc: resultDescSchema,
  test: sampleMember,
};

const paymentSuccess = z.strictObject({
  ...paymentMembers,
  status: z.literal('success'),
  providerReceipt: receiptSchema.meta({ description: 'The provider receipt. Null if it is not known yet.' }),
  resultCode: resultCodeSchema,
  decoded: noReason,
});
const paymentFailure = z.strictObject({
  ...paymentMembers,
  status: z.literal('failed'),
  providerReceipt: receiptSchema,
  resultCode: resultCodeSchema,
  decoded: decodedSchema,
});

const disbursementMembers = {
  disbursementId: z.uuid().meta({ description: 'Identifier of the disbursement.' }),
  conversationId: z.string().nullable().meta({ description: "The provider's identifier of the conversation." }),
  ...applicationMembers,
  status: z.enum(['success', 'failed']),
  amount: amountSchema,
  providerReceipt: receiptSchema.meta({ description: 'The receipt of the payout or reversal itself.' }),
  resultCode: resultCodeSchema,
  resultDesc: resultDescSchema,
  decoded: decodedSchema.nullable().meta({ description: 'Why it failed. Null on success.' }),
  test: sampleMember,
};
const payoutResult = z.strictObject({
  ...disbursementMembers,
  kind: z.literal('payout'),
  phone: z.string().meta({ description: 'The phone number that was to be paid, as 254XXXXXXXXX.' }),
  commandId: z.string().meta({ description: 'The `commandId` of the payout.' }),
});
const refundResult = z.strictObject({
  ...disbursementMembers,
  kind: z.literal('reversal'),
  transactionId: z.string().meta({ description: 'The receipt of the reversed payment.' }),
  commandId: z.null(),
});

const inquiryMembers = {
  queryId: z.uuid().meta({ description: 'Identifier of the inquiry.' }),
  conversationId: z.string().nullable().meta({ description: "The provider's identifier of the conversation." }),
  ...applicationMembers,
  status: z.enum(['answered', 'failed']),
  resultCode: resultCodeSchema,
  resultDesc: resultDescSchema,
  decoded: decodedSchema.nullable().meta({ description: 'Why it failed. Null when it was answered.' }),
  raw: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "The provider's own message. Null if there was none." }),
  test: sampleMember,
};
const transactionStatus = z.strictObject({
  ...inquiryMembers,
  transactionId: z.string().nullable().meta({ description: 'The transaction that the inquiry is about.' }),
  result: transactionSchema.nullable().meta({ description: 'Null if the inquiry failed.' }),
});
const accountBalance = z.strictObject({
  ...inquiryMembers,
  transactionId: z.null(),
  accounts: z.array(accountSchema).nullable().meta({ description: 'Null if the inquiry failed.' }),
});

const linkIdSchema = z.uuid().meta({ description: 'Identifier of the payment link.' });
const linkPaid = z.strictObject({
  linkId: linkIdSchema,
  paymentId: z.uuid().meta({ description: 'Identifier of the payment, which has its own `payment.success`.' }),
  ...applicationMembers,
  amount: amountSchema,
  accountRef: z.string().meta({ description: 'The `accountReference` of the payment.' }),
  providerReceipt: receiptSchema.meta({ description: 'The provider receipt. Null if it is not known yet.' }),
  test: sampleMember,
});
const linkEnded = z.strictObject({
  linkId: linkIdSchema,
  ...applicationMembers,
  endedBy: z.enum(['expiry', 'person', 'key', 'limit']).meta({
    description:
      'Why it ended: its time was over, a person or an API key ended it, or it was paid as often as it may be.',
  }),
  test: sampleMember,
});

const batchEnded = z.strictObject({
  batchId: z.uuid().meta({ description: 'The batch of payouts.' }),
  ...applicationMembers,
  name: z.string().meta({ description: 'What you called the batch.' }),
  rows: z.int().meta({ description: 'Rows of the batch.' }),
  paid: z.int().meta({ description: 'Rows that were paid.' }),
  failed: z.int().meta({ description: 'Rows whose payout failed: nothing was paid.' }),
  open: z.int().meta({ description: 'Rows whose outcome is not known. A batch ends when there are none.' }),
  skipped: z.int().meta({ description: 'Rows that nothing was sent for: refused, excluded or cancelled.' }),
  amountPaid: z.int().meta({ description: 'The sum of what was paid, whole KES.' }),
  test: sampleMember,
});

/** The body of each webhook (spec 6.2). The names of the schemas are public: clients are generated from them. */
export const eventSchemas = {
  'payment.success': eventSchema(
    'payment.success',
    'PaymentSuccessEvent',
    'A collection settled, or an offline payment came in.',
    paymentSuccess,
  ),
  'payment.failed': eventSchema(
    'payment.failed',
    'PaymentFailedEvent',
    'A collection failed: cancelled, timed out, wrong PIN, too little money.',
    paymentFailure,
  ),
  'payout.result': eventSchema('payout.result', 'PayoutResultEvent', 'A payout reached its final state.', payoutResult),
  'refund.result': eventSchema(
    'refund.result',
    'RefundResultEvent',
    'A reversal reached its final state.',
    refundResult,
  ),
  'admin.transaction_status': eventSchema(
    'admin.transaction_status',
    'TransactionStatusEvent',
    'A transaction-status query was answered, or failed.',
    transactionStatus,
  ),
  'admin.account_balance': eventSchema(
    'admin.account_balance',
    'AccountBalanceEvent',
    'An account-balance query was answered, or failed.',
    accountBalance,
  ),
  'link.paid': eventSchema('link.paid', 'LinkPaidEvent', extra('A payment link was paid.'), linkPaid),
  'link.ended': eventSchema('link.ended', 'LinkEndedEvent', extra('A payment link takes no more money.'), linkEnded),
  'batch.ended': eventSchema(
    'batch.ended',
    'BatchEndedEvent',
    extra('Every row of a batch of payouts has its final outcome.'),
    batchEnded,
  ),
} as const satisfies Record<EventType, z.ZodType>;

/** The headers of each POST of an event. */
export const eventHeaders = [
  { name: 'x-webhook-event', description: 'The event type.' },
  {
    name: 'x-webhook-id',
    description: 'The id of this delivery, the same in every attempt. Use it to detect duplicates.',
  },
  {
    name: 'x-webhook-signature',
    description: '`t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body.',
  },
];
