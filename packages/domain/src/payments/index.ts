export { type CollectContext, type CollectOutcome, collectPayment, refusal, type WithPhoneLimit } from './collect.ts';
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
export type { Fact } from './payment.ts';
export { paymentEvent } from './payment-event.ts';
export { queryPayment } from './query-payment.ts';
export { type CollectInput, collectSchema, labelSchema } from './schemas.ts';
export { announcePayment, type SettleResult, settleAsRead, settlePayment } from './settle.ts';
export { type SimulateOutcomeInput, simulateOutcome, simulateOutcomeSchema } from './simulate-outcome.ts';
export { sweepPayments } from './sweep-payments.ts';
