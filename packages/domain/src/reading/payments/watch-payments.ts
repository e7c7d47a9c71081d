import { query, sql } from '@tillgate/db';
import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { ofTenant, pageInput } from '../keyset.ts';
import { browseFilterShape } from './browse-filter.ts';
import { readFiltered, resolved } from './browse-payments.ts';
import { rowColumns } from './browse-statements.ts';
import { listRow, type PaymentListRow, type StoredRow } from './payment-row.ts';

const idsMax = 100;
/** New payments are counted up to this. */
const newMax = 99;

export const watchPaymentsSchema = z.object({
  ...browseFilterShape,
  /** Payments that are on the screen and may change. */
  paymentIds: z.array(z.uuid({ error: issues.uuids })).max(idsMax, { error: issues.atMost({ max: idsMax }) }),
  /** The newest payment on the screen. */
  after: pageInput.after,
});

type WatchPaymentsInput = z.input<typeof watchPaymentsSchema>;

type WatchedPayments = {
  payments: PaymentListRow[];
  /** Payments that meet the filter and are newer than the newest on the screen. */
  newCount: number;
  newMore: boolean;
};

/**
 * Changes since a page was read: its current payments, unordered, and the number of newer ones. Two small reads, for a
 * page that polls every few seconds.
 * @throws DomainError invalid_input
 */
export async function watchPayments(ctx: TenantContext, input: WatchPaymentsInput): Promise<WatchedPayments> {
  requirePermission(ctx, 'payments.read');
  const { paymentIds, after, ...filters } = parseInput(watchPaymentsSchema, input);
  const payments = await readByIds(ctx, paymentIds);
  if (!after) return { payments, newCount: 0, newMore: false };
  const { rows, hasMore } = await readFiltered(ctx, await resolved(ctx, filters), { after, limit: newMax });
  return { payments, newCount: rows.length, newMore: hasMore };
}

async function readByIds(ctx: TenantContext, paymentIds: string[]): Promise<PaymentListRow[]> {
  if (paymentIds.length === 0) return [];
  const rows = await query<StoredRow>(
    ctx.db.pool,
    'payments_watched',
    sql`SELECT ${rowColumns} FROM payments r WHERE ${ofTenant(ctx.tenant)} AND id = ANY(${paymentIds}::uuid[])`,
  );
  return rows.map(listRow);
}
