import { linkFilterSchema, linksOf, type StoredLink } from '../links/browse-links.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { sourceOf } from './source.ts';

/** Payment links, without their addresses. Phone numbers that shops wrote as titles and references are masked. */
export const linksSource = sourceOf({
  permission: 'links.read',
  filter: linkFilterSchema,
  periodFields: ['createdFrom', 'createdTo'],
  query: async (ctx, filter) => linksOf(ctx.tenant, filter),
  columns: {
    link_id: { kind: 'id', value: (row: StoredLink) => row.id },
    created_at: { kind: 'moment', value: (row) => row.createdAt },
    title: { kind: 'text', value: (row) => maskPhonesIn(row.title) },
    kind: { kind: 'id', value: (row) => row.kind },
    status: { kind: 'id', value: (row) => row.status },
    ended_by: { kind: 'id', value: (row) => row.endedBy },
    amount: { kind: 'money', value: (row) => row.amount },
    account_reference: { kind: 'text', value: referenceOf },
    expires_at: { kind: 'moment', value: (row) => row.expiresAt },
    payments: { kind: 'count', value: (row) => row.paidCount },
    paid_amount: { kind: 'money', value: (row) => row.paidAmount },
  },
});

/** The reference of its payments, or how their references begin. */
function referenceOf({ accountReference, referencePrefix }: StoredLink): string | null {
  const reference = accountReference ?? referencePrefix;
  return reference && maskPhonesIn(reference);
}
