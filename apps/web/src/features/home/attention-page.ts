import type { AttentionItem } from './types.ts';

type Kind = AttentionItem['kind'];

const pages: Record<Exclude<Kind, 'callbacks_astray' | 'endpoints_disabled' | 'endpoints_failing'>, string> = {
  credentials_missing: 'settings/credentials',
  indeterminate_payments: 'payments?status=pending',
  indeterminate_disbursements: 'payouts?status=pending',
  callbacks_refused: 'reviews?reason=callbacks_refused',
  reviews_open: 'reviews',
  float_low: 'float',
  orders_waiting: 'approvals',
  keys_expiring: 'developers/keys',
};

const subjectPages = { payment: 'payments', disbursement: 'payouts' } as const;

/** Where to look at it, below the tenant. */
export function attentionPage(item: AttentionItem): string {
  switch (item.kind) {
    case 'callbacks_astray':
      if (item.subject === 'inquiry') return 'inquiries';
      if (item.subject === 'registration') return 'offline';
      return `${subjectPages[item.subject]}/${item.subjectId}`;
    case 'endpoints_disabled':
    case 'endpoints_failing':
      return item.subjectId === null ? 'developers/endpoints' : `developers/endpoints/${item.subjectId}`;
    default:
      return pages[item.kind];
  }
}

/** How much it matters, beside its words. */
export function attentionTone({ kind }: AttentionItem): 'danger' | 'warning' | 'info' {
  if (kind === 'orders_waiting' || kind === 'keys_expiring') return 'info';
  return kind === 'credentials_missing' ||
    kind === 'endpoints_disabled' ||
    kind === 'callbacks_refused' ||
    kind.startsWith('indeterminate')
    ? 'danger'
    : 'warning';
}
