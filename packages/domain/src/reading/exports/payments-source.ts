import { z } from 'zod';
import { reasonOf } from '../../payments/index.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { browseFilterShape, netStatuses } from '../payments/browse-filter.ts';
import { resolved } from '../payments/browse-payments.ts';
import { scanned } from '../payments/browse-statements.ts';
import { type StoredRow, shortPhone } from '../payments/payment-row.ts';
import { sourceOf } from './source.ts';

/** How many payments one slice looks at for those that meet its filter. */
const scanMax = 30_000;

const { createdFrom: _from, createdTo: _to, ...filterShape } = browseFilterShape;

const reasonTitle = (row: StoredRow) => (row.status === 'failed' ? (reasonOf(row)?.title ?? null) : null);

/** Payments. Phone numbers are masked as in the list, also those that are account references. */
export const paymentsSource = sourceOf({
  permission: 'payments.read',
  filter: z.object({
    ...filterShape,
    needsReview: z.boolean({ error: 'must be true or false' }).optional(),
    net: z.enum(netStatuses, { error: `must be one of ${netStatuses.join(', ')}` }).optional(),
  }),
  periodFields: ['createdFrom', 'createdTo'],
  query: async (ctx, filter) => scanned(ctx.tenant, await resolved(ctx, filter), scanMax),
  columns: {
    payment_id: { kind: 'id', value: (row: StoredRow) => row.id },
    created_at: { kind: 'moment', value: (row) => row.createdAt },
    settled_at: { kind: 'moment', value: (row) => row.settledAt },
    status: { kind: 'id', value: (row) => row.status },
    source: { kind: 'id', value: (row) => row.source },
    amount: { kind: 'number', value: (row) => row.amount },
    exact_amount: { kind: 'number', value: (row) => row.exactAmount },
    refunded: { kind: 'number', value: (row) => row.refunded },
    phone: { kind: 'text', value: (row) => shortPhone(row.phone) },
    account_reference: { kind: 'text', value: (row) => maskPhonesIn(row.accountRef) },
    receipt: { kind: 'text', value: (row) => row.providerReceipt },
    result_code: { kind: 'id', value: (row) => row.resultCode },
    result_description: { kind: 'text', value: (row) => row.resultDesc },
    reason: { kind: 'text', value: reasonTitle },
    needs_review: { kind: 'flag', value: (row) => row.needsReview },
  },
});
