export { browseInquiries } from './browse-inquiries.ts';
export { getInquiryDetail, type InquiryDetail } from './get-inquiry-detail.ts';
export { accountSchema, transactionSchema } from './inquiry-answers.ts';
export { balancesReport } from './report-balance-readings.ts';
export { inquiriesReport } from './report-inquiries.ts';
