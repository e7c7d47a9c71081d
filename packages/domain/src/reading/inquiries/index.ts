export { browseInquiries } from './browse-inquiries.ts';
export { getInquiryDetail, type InquiryDetail } from './get-inquiry-detail.ts';
