export { getLink } from './get-link.ts';
export { type LinkPaymentView, listLinkPayments, listLinkPaymentsSchema } from './list-link-payments.ts';
export { listLinks, listLinksSchema, readLinkList } from './list-links.ts';
