export { type BrowsePaymentsInput, browsePaymentsSchema, categories } from './browse-filter.ts';
export { browsePayments, type PaymentsPage } from './browse-payments.ts';
export { getPaymentDetail, type PaymentDetail } from './get-payment-detail.ts';
export { type ListPaymentsInput, listPayments, listPaymentsSchema, type PaymentView } from './list-payments.ts';
export { listReasons } from './list-reasons.ts';
export { type PaymentListRow, shortPhone } from './payment-row.ts';
export { type WatchedPayments, type WatchPaymentsInput, watchPayments, watchPaymentsSchema } from './watch-payments.ts';
