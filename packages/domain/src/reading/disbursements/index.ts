export { browseDisbursements } from './browse-disbursements.ts';
export { browseDisbursementsSchema, totalDisbursementsSchema } from './browse-filter.ts';
export { type DisbursementDetail, getDisbursementDetail } from './get-disbursement-detail.ts';
export { decodedDisbursement, disbursementsReport, listRefundsOf } from './report-disbursements.ts';
export { totalDisbursements } from './total-disbursements.ts';
