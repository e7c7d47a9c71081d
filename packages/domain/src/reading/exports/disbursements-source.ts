import { reasonOf } from '../../disbursements/index.ts';
import { disbursementsOf, type StoredDisbursement } from '../disbursements/browse-disbursements.ts';
import { browseDisbursementsSchema } from '../disbursements/browse-filter.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { shortPhone } from '../payments/payment-row.ts';
import { sourceOf } from './source.ts';

const paging = { limit: true, before: true, after: true, createdFrom: true, createdTo: true } as const;

const reasonTitle = (row: StoredDisbursement) => (row.status === 'failed' ? (reasonOf(row)?.title ?? null) : null);

/** Payouts and refunds. Phone numbers are masked as in the list. */
export const disbursementsSource = sourceOf({
  permission: 'payouts.read',
  filter: browseDisbursementsSchema.omit(paging),
  periodFields: ['createdFrom', 'createdTo'],
  query: async (ctx, filter) => disbursementsOf(ctx.tenant, filter),
  columns: {
    disbursement_id: { kind: 'id', value: (row: StoredDisbursement) => row.id },
    created_at: { kind: 'moment', value: (row) => row.createdAt },
    settled_at: { kind: 'moment', value: (row) => row.settledAt },
    kind: { kind: 'id', value: (row) => row.kind },
    status: { kind: 'id', value: (row) => row.status },
    amount: { kind: 'money', value: (row) => row.amount },
    phone: { kind: 'text', value: (row) => shortPhone(row.phone) },
    payee_name: { kind: 'text', isOnRequest: true, value: (row) => row.payeeName && maskPhonesIn(row.payeeName) },
    reversed_receipt: { kind: 'text', value: (row) => row.transactionId },
    receipt: { kind: 'text', value: (row) => row.providerReceipt },
    result_code: { kind: 'id', value: (row) => row.resultCode },
    result_description: { kind: 'text', value: (row) => row.resultDesc },
    reason: { kind: 'text', value: reasonTitle },
    needs_review: { kind: 'flag', value: (row) => row.needsReview },
    // The last one, as of payments.
    rail: { kind: 'id', value: (row) => row.rail },
  },
});
