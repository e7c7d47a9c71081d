export { browseLinkAttempts, browseLinkAttemptsSchema, type LinkAttemptRow } from './browse-link-attempts.ts';
export { browseLinks, browseLinksSchema, type LinkListRow } from './browse-links.ts';
export { findLinks } from './find-links.ts';
export { getLink } from './get-link.ts';
export { getLinkDetail, type LinkDetail } from './get-link-detail.ts';
export { getLinkForm } from './get-link-form.ts';
export { type LinkPaymentView, listLinkPayments, listLinkPaymentsSchema } from './list-link-payments.ts';
export { listLinks, listLinksSchema, readLinkList } from './list-links.ts';
export { linksReport, listLinksOf } from './report-links.ts';
