export { browseInquiries } from './browse-inquiries.ts';
export { getInquiryDetail, type InquiryDetail } from './get-inquiry-detail.ts';
export { accountSchema, transactionSchema } from './inquiry-answers.ts';
export { countReportedBalances, reportBalanceReadings } from './report-balance-readings.ts';
export { countReportedInquiries, reportInquiries } from './report-inquiries.ts';
