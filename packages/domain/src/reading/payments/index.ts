export { browsePaymentsSchema, categories } from './browse-filter.ts';
export { browsePayments, type PaymentsPage } from './browse-payments.ts';
export { getPaymentDetail, type PaymentDetail } from './get-payment-detail.ts';
export { listPayments, listPaymentsSchema } from './list-payments.ts';
export { listReasons } from './list-reasons.ts';
export { shortPhone } from './payment-row.ts';
export { watchPayments, watchPaymentsSchema } from './watch-payments.ts';
