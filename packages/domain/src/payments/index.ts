export { type CollectContext, type CollectOutcome, collectPayment, refusal, type WithPhoneLimit } from './collect.ts';
export {
  createLiveQueries,
  getPaymentStatus,
  type PaymentStatusView,
  type WithLiveQueries,
} from './get-payment-status.ts';
export type { Fact } from './payment.ts';
export { queryPayment } from './query-payment.ts';
export { type CollectInput, collectSchema } from './schemas.ts';
export { announcePayment, type SettleResult, settlePayment } from './settle.ts';
export { sweepPayments } from './sweep-payments.ts';
