export { type BrowsePaymentsInput, browsePaymentsSchema, categories } from './browse-filter.ts';
export { browsePayments, type PaymentsPage } from './browse-payments.ts';
export { type CollectContext, type CollectOutcome, collectPayment, refusal, type WithPhoneLimit } from './collect.ts';
export { getPaymentDetail, type PaymentDetail, type Prospect, type ReviewReason } from './get-payment-detail.ts';
export {
  createLiveQueries,
  getPaymentStatus,
  type PaymentStatusView,
  type WithLiveQueries,
} from './get-payment-status.ts';
export {
  type ListPaymentsInput,
  listPayments,
  listPaymentsSchema,
  type PaymentView,
} from './list-payments.ts';
export { listReasons } from './list-reasons.ts';
export type { Fact } from './payment.ts';
export { paymentEvent } from './payment-event.ts';
export { type PaymentListRow, shortPhone } from './payment-row.ts';
export type { Mover, TimelineEntry } from './payment-timeline.ts';
export { queryPayment } from './query-payment.ts';
export type { Reason } from './reason.ts';
export { type CollectInput, collectSchema, labelSchema } from './schemas.ts';
export { announcePayment, type SettleResult, settleAsRead, settlePayment } from './settle.ts';
export { type SimulateOutcomeInput, simulateOutcome, simulateOutcomeSchema } from './simulate-outcome.ts';
export { sweepPayments } from './sweep-payments.ts';
export { type WatchedPayments, type WatchPaymentsInput, watchPayments, watchPaymentsSchema } from './watch-payments.ts';
