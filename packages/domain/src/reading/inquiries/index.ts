export { type BrowseInquiriesInput, browseInquiries, type InquiryListRow } from './browse-inquiries.ts';
export { getInquiryDetail, type InquiryDetail } from './get-inquiry-detail.ts';
