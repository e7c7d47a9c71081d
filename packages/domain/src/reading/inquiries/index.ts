export { browseInquiries } from './browse-inquiries.ts';
export { getInquiryDetail, type InquiryDetail } from './get-inquiry-detail.ts';
export { accountSchema, transactionSchema } from './inquiry-answers.ts';
export {
  countReportedBalances,
  type ReportedBalance,
  readReportedBalances,
  reportBalanceReadings,
} from './report-balance-readings.ts';
export {
  countReportedInquiries,
  type ReportedInquiry,
  readReportedInquiries,
  reportInquiries,
} from './report-inquiries.ts';
