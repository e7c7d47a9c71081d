import { sql } from '@tillgate/db';
import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { type ListTotal, totalBounded } from '../count-rows.ts';
import { madeBefore } from '../period.ts';
import { browseFilterShape } from './browse-filter.ts';
import { resolved } from './browse-payments.ts';
import { scanned } from './browse-statements.ts';

export const totalPaymentsSchema = z.object(browseFilterShape);

/**
 * How many payments meet a filter of {@link browsePayments}, and the sum of those that succeeded, to the cent and before
 * refunds. Counts a bounded number of the newest.
 * @throws DomainError invalid_input
 */
export async function totalPayments(
  ctx: TenantContext,
  input: z.input<typeof totalPaymentsSchema>,
): Promise<ListTotal> {
  requirePermission(ctx, 'payments.read');
  const filter = await resolved(ctx, parseInput(totalPaymentsSchema, input));
  if (filter.resultCodes?.length === 0) return { value: 0, more: false, sum: '0' };
  const times = { since: filter.createdFrom, until: madeBefore(filter) };
  const paid = sql`CASE WHEN r.status = 'success' THEN coalesce(r.exact_amount::numeric, r.amount) END`;
  // A total reads more rows than a page.
  return totalBounded(ctx.db, scanned(ctx.tenant, filter, 0), times, paid);
}
