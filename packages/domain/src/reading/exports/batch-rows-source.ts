import { batchIdSchema } from '../../batches/index.ts';
import { reasonOf } from '../../disbursements/index.ts';
import { batchRowsOf, type ListedBatchRow } from '../batches/batch-rows-list.ts';
import { demandBatch } from '../batches/get-batch.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { shortPhone } from '../payments/payment-row.ts';
import { sourceOf } from './source.ts';

/** What became of each row of one batch of payouts, in their order. Phone numbers are masked as in the lists. */
export const batchRowsSource = sourceOf({
  permission: 'batches.read',
  filter: batchIdSchema,
  periodFields: ['createdFrom', 'createdTo'],
  async query(ctx, { batchId }) {
    const { id } = await demandBatch(ctx, batchId);
    return batchRowsOf(id);
  },
  columns: {
    row_number: { kind: 'number', value: (row: ListedBatchRow) => row.number },
    reference: { kind: 'text', value: (row) => row.reference && maskPhonesIn(row.reference) },
    given_name: { kind: 'text', value: (row) => row.name && maskPhonesIn(row.name) },
    payee_name: { kind: 'text', isOnRequest: true, value: (row) => row.payeeName && maskPhonesIn(row.payeeName) },
    phone: { kind: 'text', value: (row) => shortPhone(row.phone) },
    amount: { kind: 'money', value: (row) => row.amount },
    row_state: { kind: 'id', value: (row) => row.state },
    status: { kind: 'id', value: (row) => row.status },
    paid_amount: { kind: 'money', value: (row) => (row.status === 'success' ? row.amount : null) },
    receipt: { kind: 'text', value: (row) => row.providerReceipt },
    result_code: { kind: 'id', value: (row) => row.resultCode },
    reason: { kind: 'text', value: reasonTitle },
    skipped_because: { kind: 'id', value: (row) => row.skippedBecause },
    handed_at: { kind: 'moment', value: (row) => row.handedAt },
    settled_at: { kind: 'moment', value: (row) => row.settledAt },
    disbursement_id: { kind: 'id', value: (row) => row.disbursementId },
    row_id: { kind: 'id', value: (row) => row.id },
  },
});

function reasonTitle({ status, settledBy, resultCode, resultDesc, rail }: ListedBatchRow): string | null {
  if (status !== 'failed' || rail === null) return null;
  return reasonOf({ kind: 'payout', settledBy, resultCode, resultDesc, rail })?.title ?? null;
}
