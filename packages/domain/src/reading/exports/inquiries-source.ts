import { inquiriesOf, inquiryFilterSchema, type StoredInquiry } from '../inquiries/browse-inquiries.ts';
import { sourceOf } from './source.ts';

/** Inquiries of people and keys. The file has no data of payers. */
export const inquiriesSource = sourceOf({
  permission: 'inquiries.read',
  filter: inquiryFilterSchema,
  periodFields: ['createdFrom', 'createdTo'],
  query: async (ctx, filter) => inquiriesOf(ctx.tenant, filter),
  columns: {
    inquiry_id: { kind: 'id', value: (row: StoredInquiry) => row.id },
    created_at: { kind: 'moment', value: (row) => row.createdAt },
    ended_at: { kind: 'moment', value: (row) => row.endedAt },
    kind: { kind: 'id', value: (row) => row.kind },
    status: { kind: 'id', value: (row) => row.status },
    receipt: { kind: 'text', value: (row) => row.transactionId },
    result_description: { kind: 'text', value: (row) => row.resultDesc },
    // The last one, as of payments.
    rail: { kind: 'id', value: (row) => row.rail },
  },
});
