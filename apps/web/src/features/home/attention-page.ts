import type { AttentionItem } from './types.ts';

type Kind = AttentionItem['kind'];

const pages: Record<Exclude<Kind, 'callbacks_astray'>, string> = {
  credentials_missing: 'settings/credentials',
  indeterminate_payments: 'payments?status=pending',
  indeterminate_disbursements: 'payouts?status=pending',
  callbacks_refused: 'reviews?reason=callbacks_refused',
  reviews_open: 'reviews',
  float_low: 'float',
  links_failing: 'links?status=open',
  orders_waiting: 'approvals',
  guard_refused: 'settings/guard',
  keys_expiring: 'developers/keys',
  endpoints_disabled: 'developers/endpoints',
  endpoints_failing: 'developers/endpoints',
};

/** Where one of them is, when there is only one. */
const single: Partial<Record<Kind, string>> = {
  indeterminate_payments: 'payments',
  indeterminate_disbursements: 'payouts',
  endpoints_disabled: 'developers/endpoints',
  endpoints_failing: 'developers/endpoints',
  links_failing: 'links',
};

const subjectPages = { payment: 'payments', disbursement: 'payouts' } as const;

/** Where to look at it, below the tenant. */
export function attentionPage(item: AttentionItem): string {
  if (item.kind === 'callbacks_astray') {
    if (item.subject === 'inquiry') return 'inquiries';
    if (item.subject === 'registration') return 'offline';
    if (item.subject === 'account') return 'settings/credentials';
    return `${subjectPages[item.subject]}/${item.subjectId}`;
  }
  const one = single[item.kind];
  return one !== undefined && item.subjectId !== null ? `${one}/${item.subjectId}` : pages[item.kind];
}

/** How much it matters, beside its words. */
export function attentionTone({ kind }: AttentionItem): 'danger' | 'warning' | 'info' {
  if (kind === 'orders_waiting' || kind === 'keys_expiring' || kind === 'guard_refused') return 'info';
  return kind === 'credentials_missing' ||
    kind === 'endpoints_disabled' ||
    kind === 'callbacks_refused' ||
    kind.startsWith('indeterminate')
    ? 'danger'
    : 'warning';
}
