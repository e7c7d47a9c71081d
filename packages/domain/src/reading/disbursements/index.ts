export { browseDisbursements, type DisbursementListRow } from './browse-disbursements.ts';
export type { BrowseDisbursementsInput } from './browse-filter.ts';
export { browseDisbursementsSchema, totalDisbursementsSchema } from './browse-filter.ts';
export type { DisbursementTimelineEntry } from './disbursement-timeline.ts';
export { type DisbursementDetail, getDisbursementDetail } from './get-disbursement-detail.ts';
export {
  decodedDisbursement,
  disbursementsReport,
  listRefundsOf,
} from './report-disbursements.ts';
export { totalDisbursements } from './total-disbursements.ts';
