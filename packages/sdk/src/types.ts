import type { components, operations } from './generated/openapi.ts';

type Schemas = components['schemas'];
type Body<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Content } };
}
  ? Content
  : never;
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;
/** The key goes into a header: see {@link CallOptions}. */
type WithoutKey<Params> = Omit<Params, 'idempotencyKey'>;

/** `sandbox` keys (`mp_test_…`) simulate; `production` keys (`mp_live_…`) move real money. */
export type Environment = 'sandbox' | 'production';

/** Body of {@link Tillgate.collect}. `amount` is in whole KES. */
export type CollectParams = WithoutKey<Body<'collect'>>;
/** The prompt is on its way to the customer's phone. */
export type CollectAccepted = Schemas['CollectAccepted'];
/** The state of a payment. `resultCode` and `resultDesc` say why it failed. */
export type PaymentStatus = Schemas['PaymentStatus'];
/** A payment as {@link Tillgate.listPayments} returns it. `amount` is in whole KES. */
export type Payment = Schemas['Payment'];
export type PaymentPage = Schemas['PaymentPage'];
/** One page, as GET /payments takes it. Times are ISO 8601, or a `Date`. */
export type PaymentPageParams = Omit<Query<'listPayments'>, 'limit' | 'createdFrom' | 'createdTo'> & {
  /** How many payments, 1 to 100. */
  limit?: number;
  createdFrom?: string | Date;
  createdTo?: string | Date;
};
export type ListPaymentsParams = Omit<PaymentPageParams, 'before' | 'limit'> & {
  /** How many payments each request reads, 1 to 100. Default: 100. */
  pageSize?: number;
};

/** Body of {@link Tillgate.payout}. `amount` is in whole KES. */
export type PayoutParams = WithoutKey<Body<'payout'>>;
/** Body of {@link Tillgate.refund}. `amount` is the whole amount of the payment, in KES. */
export type RefundParams = WithoutKey<Body<'reverse'>>;
export type DisbursementAccepted = Schemas['DisbursementAccepted'];
/** A payout or refund. `amount` is in whole KES. */
export type Disbursement = Schemas['Disbursement'];

/** A page on which anybody can pay. Amounts are in whole KES. */
export type PaymentLink = Schemas['PaymentLink'];
export type PaymentLinkPage = Schemas['PaymentLinkPage'];
/** A payment that was tried or made on a link. */
export type LinkPayment = Schemas['LinkPayment'];
export type LinkPaymentPage = Schemas['LinkPaymentPage'];
/** Body of {@link Links.create}. Without `amount`, the payer chooses. */
export type CreateLinkParams = WithoutKey<Body<'createLink'>>;
/** Body of {@link Links.change}. What is left out stays. */
export type ChangeLinkParams = Body<'changeLink'>;
/** One page, as GET /payment-links takes it. */
export type LinkPageParams = Omit<Query<'listLinks'>, 'limit'> & {
  /** How many links, 1 to 100. */
  limit?: number;
};
export type ListLinksParams = Omit<LinkPageParams, 'before' | 'limit'> & {
  /** How many links each request reads, 1 to 100. Default: 100. */
  pageSize?: number;
};
export type LinkPaymentPageParams = { before?: string; limit?: number };

/** A list of payouts. Amounts are in whole KES. */
export type PayoutBatch = Schemas['PayoutBatch'];
export type PayoutBatchPage = Schemas['PayoutBatchPage'];
/** The batch was made, and its rows are being checked. */
export type PayoutBatchAccepted = Schemas['PayoutBatchAccepted'];
/** One payout of a batch, with its problems, its warnings and what became of it. */
export type PayoutBatchRow = Schemas['PayoutBatchRow'];
export type PayoutBatchRowPage = Schemas['PayoutBatchRowPage'];
/** Body of {@link Batches.create}. */
export type CreateBatchParams = WithoutKey<Body<'createBatch'>>;
/** Body of {@link Batches.submit}. */
export type SubmitBatchParams = Body<'submitBatch'>;
/** One page, as GET /payout-batches takes it. */
export type BatchPageParams = Omit<Query<'listBatches'>, 'limit'> & {
  /** How many batches, 1 to 100. */
  limit?: number;
};
export type ListBatchesParams = Omit<BatchPageParams, 'before' | 'limit'> & {
  /** How many batches each request reads, 1 to 100. Default: 100. */
  pageSize?: number;
};
/** One page, as GET /payout-batches/{id}/rows takes it. */
export type BatchRowPageParams = Omit<Query<'listBatchRows'>, 'limit'> & {
  /** How many rows, 1 to 500. */
  limit?: number;
};
export type ListBatchRowsParams = Omit<BatchRowPageParams, 'before' | 'limit'> & {
  /** How many rows each request reads, 1 to 500. Default: 500. */
  pageSize?: number;
};

export type TransactionStatusParams = Body<'askTransactionStatus'>;
export type AccountBalanceParams = Body<'askAccountBalance'>;
export type InquiryAccepted = Schemas['InquiryAccepted'];
/** A question to the provider, with its answer once it is there. Amounts are exact decimal texts. */
export type Inquiry = Schemas['Inquiry'];

export type QrParams = Body<'generateQr'>;
export type QrCode = Schemas['QrCode'];
export type C2bRegistered = Schemas['C2bRegistered'];
export type SimulateOutcomeParams = Body<'simulateOutcome'>;
export type ListenParams = {
  after?: string;
  waitSeconds?: number;
  /** The event types to return. Without it, those of {@link EventType}. */
  types?: readonly (EventType | ExtraEventType)[];
};
export type ListenedEvents = Schemas['ListenedEvents'];

/** The body of every error response. */
export type Problem = Schemas['Problem'];
/** Stable identifier of a kind of error of the API. */
export type ErrorCode = Problem['code'];
/** What a code of the provider means: why, what to do, and a sentence for the customer. */
export type Decoded = Schemas['Decoded'];

/** A webhook, by its `type`. No version adds a type, so a `switch` that has all of them stays complete. */
export type EventByType = {
  'payment.success': Schemas['PaymentSuccessEvent'];
  'payment.failed': Schemas['PaymentFailedEvent'];
  'payout.result': Schemas['PayoutResultEvent'];
  'refund.result': Schemas['RefundResultEvent'];
  'admin.transaction_status': Schemas['TransactionStatusEvent'];
  'admin.account_balance': Schemas['AccountBalanceEvent'];
};
export type EventType = keyof EventByType;

/** A webhook of an extra type: only an endpoint that names the type gets it. Later versions may add types. */
export type ExtraEventByType = {
  'link.paid': Schemas['LinkPaidEvent'];
  'link.ended': Schemas['LinkEndedEvent'];
  'batch.ended': Schemas['BatchEndedEvent'];
};
export type ExtraEventType = keyof ExtraEventByType;

/** How one call is made. All are optional. */
export type CallOptions = {
  /** Ends the call. What the service has received by then may still happen. */
  signal?: AbortSignal;
  /** How long one attempt may take, in milliseconds. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated. */
  maxRetries?: number;
};
/** Of calls that move money. */
export type MoneyOptions = CallOptions & {
  /**
   * Names this one operation: repeating it with the same key never moves money twice. Default: a new random key for
   * each call. Pass one that you have stored, so that you can repeat the call after a crash.
   */
  idempotencyKey?: string;
};
/** How long to wait for a final state. */
export type WaitOptions = {
  signal?: AbortSignal;
  /** When to give up waiting, in milliseconds. Default: 120,000. */
  timeoutMs?: number;
};
