import { sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { type ListTotal, totalBounded } from '../count-rows.ts';
import { madeBefore } from '../period.ts';
import { disbursementsOf } from './browse-disbursements.ts';
import { type TotalDisbursementsInput, totalDisbursementsSchema } from './browse-filter.ts';

/**
 * How many payouts and refunds meet a filter of {@link browseDisbursements}, and the sum of those that succeeded. Counts
 * a bounded number of the newest.
 * @throws DomainError invalid_input
 */
export async function totalDisbursements(ctx: TenantContext, input: TotalDisbursementsInput): Promise<ListTotal> {
  requirePermission(ctx, 'payouts.read');
  const { createdFrom, createdTo, ...filter } = parseInput(totalDisbursementsSchema, input);
  const times = { since: createdFrom, until: madeBefore({ createdTo, movedTo: filter.movedTo }) };
  const sent = sql`CASE WHEN r.status = 'success' THEN r.amount END`;
  return totalBounded(ctx.db, disbursementsOf(ctx.tenant, filter), times, sent);
}
