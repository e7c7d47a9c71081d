import { z } from 'zod';
import type { TenantContext } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { ownPayments } from '../../payments/index.ts';
import { pageInput } from '../keyset.ts';
import { browseFilterShape } from './browse-filter.ts';
import { readRows, resolved } from './browse-payments.ts';
import { rowColumns } from './browse-statements.ts';
import { listRow, type PaymentListRow, type StoredRow } from './payment-row.ts';

const idsMax = 100;
/** So many new ones are counted; "more" has to do beyond. */
const newMax = 99;

export const watchPaymentsSchema = z.object({
  ...browseFilterShape,
  /** Payments that are on the screen and may change. */
  paymentIds: z.array(z.uuid({ error: 'must be UUIDs' })).max(idsMax, { error: `must be at most ${idsMax}` }),
  /** The newest payment on the screen. */
  after: pageInput.after,
});

export type WatchPaymentsInput = z.input<typeof watchPaymentsSchema>;

export type WatchedPayments = {
  payments: PaymentListRow[];
  /** Payments that fit the filter and came after the newest on the screen. */
  newCount: number;
  newMore: boolean;
};

/**
 * What has changed since a page was read: its payments as they are now (those of the tenant, in no order), and how many came
 * after it. Two small reads, for a page that looks again every few seconds.
 * @throws DomainError invalid_input
 */
export async function watchPayments(ctx: TenantContext, input: WatchPaymentsInput): Promise<WatchedPayments> {
  const { paymentIds, after, ...given } = parseInput(watchPaymentsSchema, input);
  const payments = await readByIds(ctx, paymentIds);
  if (!after) return { payments, newCount: 0, newMore: false };
  const filter = await resolved(ctx, given);
  const place = { ...after, direction: 'newer' as const };
  const { rows } = await readRows(ctx, { tenant: ctx.tenant, filter, place, limit: newMax + 1 });
  return { payments, newCount: Math.min(rows.length, newMax), newMore: rows.length > newMax };
}

async function readByIds(ctx: TenantContext, paymentIds: string[]): Promise<PaymentListRow[]> {
  if (paymentIds.length === 0) return [];
  const { rows } = await ctx.db.pool.query<StoredRow>({
    name: 'payments_watched',
    text: `SELECT ${rowColumns} FROM payments p WHERE ${ownPayments} AND id = ANY($3::uuid[])`,
    values: [ctx.tenant.applicationId, ctx.tenant.environment, paymentIds],
  });
  return rows.map(listRow);
}
