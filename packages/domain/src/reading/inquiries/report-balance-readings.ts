import { type Database, type Environment, query, sql } from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { parseInput } from '../../input.ts';
import type { AccountBalance } from '../../provider-port.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { type RelayPage, type ReportPage, readReportPage } from '../relay.ts';

/** What the provider said about the accounts of a shortcode. `id` is that of the inquiry. */
export type ReportedBalance = {
  id: string;
  applicationId: string;
  environment: Environment;
  shortcode: string;
  accounts: AccountBalance[];
  /** When the provider said so. */
  createdAt: Date;
};

/** The index on answered balances is ordered by the time of the answer. */
const readings = sql`(
  SELECT id, application_id, environment, shortcode, result, ended_at AS created_at FROM inquiries
  WHERE kind = 'account_balance' AND status = 'answered')`;
const columns = sql`
  r.id, r.application_id AS "applicationId", r.environment, r.shortcode, coalesce(r.result, '[]') AS accounts,
  r.created_at AS "createdAt"`;

const reportBalancesFilter = z.strictObject({
  shortcode: z
    .string({ error: 'must be a text' })
    .regex(/^[0-9]{5,8}$/, { error: 'must be a shortcode of 5 to 8 digits' })
    .nullish(),
  ...periodShape,
});

function listOf(span: Span, { shortcode }: z.output<typeof reportBalancesFilter>): PageQuery {
  const conditions = [given(shortcode, (wanted) => sql`r.shortcode = ${wanted}`)];
  return { rows: rowsWithin(sql`${readings} reading`, span), idType: 'uuid', columns, conditions };
}

type Reading = Pick<Context, 'db' | 'clock'>;

/**
 * Balances of a span of applications as the provider told them, newest first.
 * @throws DomainError invalid_input
 */
export async function reportBalanceReadings(
  ctx: Reading,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage<ReportedBalance>> {
  const filter = parseInput(reportBalancesFilter, input.filter ?? {});
  return readReportPage<ReportedBalance>(ctx, listOf(span, filter), { page: input.page, period: filter });
}

/**
 * How many balances meet a filter, counted up to a limit.
 * @throws DomainError invalid_input
 */
export async function countReportedBalances(ctx: Reading, span: Span, given: unknown): Promise<Count> {
  const filter = parseInput(reportBalancesFilter, given ?? {});
  return countReportRows(ctx, listOf(span, filter), filter);
}

/** Balances by the ids of their inquiries; of other applications than these, none. */
export async function readReportedBalances(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: { ids: readonly string[]; applicationIds: readonly string[] },
): Promise<ReadonlyMap<string, ReportedBalance>> {
  const rows = await query<ReportedBalance>(
    db.pool,
    'balances_reported',
    sql`
      SELECT ${columns} FROM ${readings} r
      WHERE r.id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
