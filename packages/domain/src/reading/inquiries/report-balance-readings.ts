import { sql } from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { idColumns, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';

/** The index on answered balances is ordered by the time of the answer. */
const readings = sql`(
  SELECT id, application_id, environment, shortcode, ended_at AS created_at FROM inquiries
  WHERE kind = 'account_balance' AND status = 'answered')`;

const reportBalancesFilter = z.strictObject({
  shortcode: z
    .string({ error: 'must be a text' })
    .regex(/^[0-9]{5,8}$/, { error: 'must be a shortcode of 5 to 8 digits' })
    .nullish(),
  ...periodShape,
});

function listOf(span: Span, { shortcode }: z.output<typeof reportBalancesFilter>): PageQuery {
  const conditions = [given(shortcode, (wanted) => sql`r.shortcode = ${wanted}`)];
  return { rows: rowsWithin(sql`${readings} reading`, span), idType: 'uuid', columns: idColumns, conditions };
}

type Reading = Pick<Context, 'db' | 'clock'>;

/**
 * The ids of the inquiries that balances of a span of applications were told by, newest first.
 * @throws DomainError invalid_input
 */
export async function reportBalanceReadings(
  ctx: Reading,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage> {
  const filter = parseInput(reportBalancesFilter, input.filter ?? {});
  return readReportPage(ctx, listOf(span, filter), { page: input.page, period: filter });
}

/**
 * How many balances meet a filter, counted up to a limit.
 * @throws DomainError invalid_input
 */
export async function countReportedBalances(ctx: Reading, span: Span, given: unknown): Promise<Count> {
  const filter = parseInput(reportBalancesFilter, given ?? {});
  return countReportRows(ctx, listOf(span, filter), filter);
}
