import { exactKes, toCents } from '../../kernel/money.ts';
import { reasonOf } from '../../payments/index.ts';
import { numberOf } from '../../rails/index.ts';
import type { Column } from '../exports/source.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { netStatusOf, type StoredRow, shortPhone } from './payment-row.ts';

const reasonTitle = (row: StoredRow) => (row.status === 'failed' ? (reasonOf(row)?.title ?? null) : null);
const netAmount = (row: StoredRow) => (row.status === 'success' ? toCents(exactKes(row) - row.refunded) : 0);

/**
 * What files have of a payment: exports and the files of `/api/reports`. Amounts are KES: `amount` without cents, as the API
 * has it, the others to the cent. Phone numbers are masked,
 * also those that customers and shops wrote as account references.
 */
export const paymentColumns: Record<string, Column<StoredRow>> = {
  payment_id: { kind: 'id', value: (row) => row.id },
  application_id: { kind: 'id', value: (row) => row.applicationId },
  created_at: { kind: 'moment', value: (row) => row.createdAt },
  settled_at: { kind: 'moment', value: (row) => row.settledAt },
  status: { kind: 'id', value: (row) => row.status },
  net_status: { kind: 'id', value: netStatusOf },
  source: { kind: 'id', value: (row) => row.source },
  amount: { kind: 'money', value: (row) => row.amount },
  exact_amount: { kind: 'money', value: (row) => row.exactAmount ?? String(row.amount) },
  refunded: { kind: 'money', value: (row) => row.refunded },
  net_amount: { kind: 'money', value: netAmount },
  phone: { kind: 'text', value: (row) => shortPhone(row.phone) },
  payer_name: { kind: 'text', isOnRequest: true, value: (row) => row.payerName && maskPhonesIn(row.payerName) },
  account_reference: { kind: 'text', value: (row) => maskPhonesIn(row.accountRef) },
  receipt: { kind: 'text', value: (row) => row.providerReceipt },
  shortcode: { kind: 'id', value: (row) => numberOf(row.shortcode) },
  result_code: { kind: 'id', value: (row) => row.resultCode },
  result_description: { kind: 'text', value: (row) => row.resultDesc },
  reason: { kind: 'text', value: reasonTitle },
  needs_review: { kind: 'flag', value: (row) => row.needsReview },
  // The last one: programs read columns by their position too.
  rail: { kind: 'id', value: (row) => row.rail },
};
