export { type CollectContext, type CollectOutcome, collectPayment, refusal, type WithPhoneLimit } from './collect.ts';
export {
  createLiveQueries,
  getPaymentStatus,
  type PaymentStatusView,
  type WithLiveQueries,
} from './get-payment-status.ts';
export { type Fact, queryLadderSeconds, unacknowledgedReviewSeconds } from './payment.ts';
export { paymentEvent } from './payment-event.ts';
export { queryPayment } from './query-payment.ts';
export { findByReceipt, listWithoutReceipt, type PaymentRow } from './read-statements.ts';
export { type Reason, reasonOf, reasonOfCode } from './reason.ts';
export { flagPayment } from './review-statements.ts';
export { collectSchema, labelSchema } from './schemas.ts';
export { findOwnPayment, ownPayments, type PaymentFilter, paymentsWhere } from './scope.ts';
export { settleAsRead, settlePayment } from './settle.ts';
export { type SimulateOutcomeInput, simulateOutcome, simulateOutcomeSchema } from './simulate-outcome.ts';
export { recordOffline } from './statements.ts';
export { sweepPayments } from './sweep-payments.ts';
