export { browseInquiries } from './browse-inquiries.ts';
export { getInquiryDetail, type InquiryDetail } from './get-inquiry-detail.ts';
export { type ReportedInquiry, readReportedInquiries, reportInquiries } from './report-inquiries.ts';
