import { z } from 'zod';
import { hasPermission, requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import type { Permission } from '../../kernel/permission.ts';
import { issues } from '../../kernel/refusals.ts';
import { findDisbursements, findInquiries, findPayments } from './find-money.ts';
import {
  findCodes,
  findDeliveries,
  findEndpoints,
  findEvents,
  findKeys,
  findOrders,
  findRequests,
  findReviews,
  findStatementLines,
} from './find-others.ts';
import { recognise } from './recognise.ts';

const textMax = 400;
const hitsMax = 10;

const inputSchema = z.object({
  text: z.string({ error: issues.text }).max(textMax, { error: issues.tooLong({ max: textMax }) }),
});

export type HitKind =
  | 'code'
  | 'payment'
  | 'disbursement'
  | 'inquiry'
  | 'order'
  | 'delivery'
  | 'event'
  | 'endpoint'
  | 'key'
  | 'request'
  | 'review'
  | 'statement_line';

/** A search result, with the fields of its line. */
export type Hit = {
  kind: HitKind;
  id: string;
  title: string;
  detail: string | null;
  status: string | null;
  /** In KES, with its cents. */
  amount: number | null;
  /** ISO 8601; null for a code. */
  at: string | null;
  /** The shortcode of a statement line: its page is that of its shortcode and day. */
  shortcode?: string;
};

/** Searches one kind of row. Each statement uses an index and stops after a few rows. */
export type Finder = (ctx: TenantContext, guess: ReturnType<typeof recognise>) => Promise<Hit[]>;

/** In the order of the results. */
const finders: { permission: Permission; find: Finder }[] = [
  { permission: 'catalogue.read', find: findCodes },
  { permission: 'payments.read', find: findPayments },
  { permission: 'payouts.read', find: findDisbursements },
  { permission: 'inquiries.read', find: findInquiries },
  { permission: 'orders.read', find: findOrders },
  { permission: 'statements.read', find: findStatementLines },
  { permission: 'reviews.read', find: findReviews },
  { permission: 'endpoints.read', find: findDeliveries },
  { permission: 'events.read', find: findEvents },
  { permission: 'endpoints.read', find: findEndpoints },
  { permission: 'keys.read', find: findKeys },
  { permission: 'requests.read', find: findRequests },
];

/**
 * Finds what a pasted text names, within the tenant and of the kinds that the role may read: an id of ours, a receipt, an
 * id of the provider's, a phone number in any usual form, an account reference or its beginning, the end of an API key, a
 * result code of the provider. No result is not an error.
 * @throws DomainError invalid_input
 */
export async function searchAnything(ctx: TenantContext, input: { text: string }): Promise<Hit[]> {
  requirePermission(ctx, 'reports.read');
  const { text } = parseInput(inputSchema, input);
  const guess = recognise(text);
  if (Object.keys(guess).length === 0) return [];
  const permitted = finders.filter(({ permission }) => hasPermission(ctx, permission));
  const found = await Promise.all(permitted.map(({ find }) => find(ctx, guess)));
  const hits = new Map(found.flat().map((hit) => [`${hit.kind} ${hit.id}`, hit]));
  return [...hits.values()].slice(0, hitsMax);
}
