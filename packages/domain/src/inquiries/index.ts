export { ask, type InquiryAccepted } from './ask.ts';
export { askAccountBalance } from './ask-account-balance.ts';
export { askTransactionStatus } from './ask-transaction-status.ts';
export { type BrowseInquiriesInput, browseInquiries, type InquiryListRow } from './browse-inquiries.ts';
export { endInquiry, failInquiry } from './end-inquiry.ts';
export { getInquiry, type InquiryView } from './get-inquiry.ts';
export { getInquiryDetail, type InquiryDetail } from './get-inquiry-detail.ts';
export { idsContradict } from './inquiry.ts';
export {
  type AccountBalanceInput,
  accountBalanceSchema,
  freeTextSchema,
  type TransactionStatusInput,
  transactionIdSchema,
  transactionStatusSchema,
} from './schemas.ts';
export { getSecuredAccount, resultUrls } from './secured-account.ts';
export { sweepInquiries } from './sweep-inquiries.ts';
