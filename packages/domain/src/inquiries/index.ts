export { ask, type InquiryAccepted } from './ask.ts';
export { askAccountBalance } from './ask-account-balance.ts';
export { askTransactionStatus } from './ask-transaction-status.ts';
export { endInquiry, failInquiry } from './end-inquiry.ts';
export { getInquiry, type InquiryView } from './get-inquiry.ts';
export { idsContradict } from './inquiry.ts';
export { decodeEnd, inquiryEvent, silence } from './inquiry-event.ts';
export {
  type AccountBalanceInput,
  accountBalanceSchema,
  freeTextSchema,
  type TransactionStatusInput,
  transactionIdSchema,
  transactionStatusSchema,
} from './schemas.ts';
export { getSecuredAccount, resultUrls } from './secured-account.ts';
export { findInquiry, type InquiryRow } from './statements.ts';
export { sweepInquiries } from './sweep-inquiries.ts';
