export type { ListTotal } from '../count-rows.ts';
export { maskPhonesIn, maskPhonesInside } from '../masked-text.ts';
export { browsePaymentsSchema, categories, netStatuses } from './browse-filter.ts';
export { browsePayments, type PaymentsPage } from './browse-payments.ts';
export { getPaymentDetail, type PaymentDetail } from './get-payment-detail.ts';
export { listPayments, listPaymentsSchema } from './list-payments.ts';
export { listReasons } from './list-reasons.ts';
export { readHistories } from './payment-histories.ts';
export { netStatusOf, shortPhone } from './payment-row.ts';
export type { TimelineEntry } from './payment-timeline.ts';
export { tablePayments } from './payments-table.ts';
export { paymentsReport } from './report-payments.ts';
export {
  type DecodedReason,
  decodedPayment,
  type RefundSum,
  type ReportedPayment,
  readRefundSums,
  readReportedPayments,
} from './reported-payment.ts';
export { type HeldSum, sumHeld } from './sum-held.ts';
export { totalPayments, totalPaymentsSchema } from './total-payments.ts';
export { watchPayments, watchPaymentsSchema } from './watch-payments.ts';
