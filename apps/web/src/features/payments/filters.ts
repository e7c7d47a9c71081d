import {
  amount,
  choice,
  custom,
  defineList,
  type FieldsOf,
  flag,
  group,
  oneOf,
  type ParamOf,
  period,
  text,
} from '@/features/lists/filters';
import { railFilter } from '@/features/lists/rail-filter';
import type { List } from '@/features/lists/use-list';

export const categories = [
  'customer',
  'balance',
  'limit',
  'your_setup',
  'provider_system',
  'pending',
  'unknown',
] as const;

const metadataLengthMax = 300;

/** What the list of payments can be narrowed by. */
export const paymentList = defineList('payments', [
  period('createdFrom', 'createdTo', ['movedFrom', 'movedTo']),
  choice('status', ['pending', 'success', 'failed'], { texts: 'payments.status' }),
  custom('reason', ['category', 'reason'], ({ category, reason }) => ({
    category: oneOf(categories, category),
    resultCode: reason,
  })),
  amount({ hasHelp: true }),
  choice('source', ['stk', 'c2b'], { texts: 'payments.sourceLong', shortTexts: 'payments.source' }),
  choice('refund', ['refunded', 'pending'], { texts: 'payments.refund' }),
  railFilter,
  group('more', [
    text('phone', { isPlain: true }),
    text('payer', { field: 'payerName' }),
    text('reference', { field: 'accountReference' }),
    text('receipt'),
    text('shortcode'),
    text('metadata', { hasHelp: true, maxLength: metadataLengthMax, pattern: /^[^=]+=/ }),
    flag('review', { on: 'yes', field: 'needsReview' }),
  ]),
]);

type Filters = typeof paymentList.filters;
export type PaymentFilters = List<ParamOf<Filters>, FieldsOf<Filters>>;

/** Which filter a text in the search box is meant for. */
export function filterOfText(given: string): { name: 'phone' | 'payer' | 'receipt' | 'reference'; value: string } {
  const value = given.trim();
  if (/^(?:\+?254|0)?[71]\d{8}$/.test(value.replace(/[ \-.()]/g, ''))) return { name: 'phone', value };
  // A receipt of M-PESA: ten letters and digits, some of both.
  if (/^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{10}$/.test(value)) return { name: 'receipt', value: value.toUpperCase() };
  // Two words or more without digits: references have no blanks as a rule.
  if (/^\p{L}[\p{L}\p{M}.'’-]*(?:\s+[\p{L}\p{M}.'’-]+)+$/u.test(value)) return { name: 'payer', value };
  return { name: 'reference', value };
}
