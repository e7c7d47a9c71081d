import {
  type Database,
  type Environment,
  empty,
  query,
  type Sql,
  StatementLineKind,
  type StatementMatch,
  sql,
} from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { parseInput } from '../../input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, ofTenant, type PageQuery, rowsOf, type Span } from '../keyset.ts';
import { maskPhonesInside } from '../masked-text.ts';
import { periodShape } from '../period.ts';
import { mapPage, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';

/** A line of a statement as the reporting API shows it. Sums are KES as decimal text; phone numbers are masked. */
export type ReportedLine = {
  id: string;
  applicationId: string;
  environment: Environment;
  statementId: string;
  shortcode: string;
  receipt: string;
  kind: StatementLineKind;
  paidIn: string;
  withdrawn: string;
  /** The balance after it. */
  balance: string | null;
  type: string;
  details: string;
  otherParty: string;
  accountRef: string;
  linkedReceipt: string | null;
  paymentId: string | null;
  disbursementId: string | null;
  matchedBy: StatementMatch | null;
  matchedAt: Date | null;
  /** When the money moved. */
  createdAt: Date;
};

/** Cents as KES with two decimals. */
const kes = (cents: Sql) => sql`(${cents}::numeric / 100)::numeric(20, 2)::text`;

const columns = sql`
  r.id, r.application_id AS "applicationId", r.environment, r.statement_id AS "statementId", r.shortcode, r.receipt,
  r.kind, ${kes(sql`r.paid_in_cents`)} AS "paidIn", ${kes(sql`r.withdrawn_cents`)} AS withdrawn,
  ${kes(sql`r.balance_cents`)} AS balance,
  r.line_type AS type, r.details, r.other_party AS "otherParty", r.account_ref AS "accountRef",
  r.linked_receipt AS "linkedReceipt", r.payment_id AS "paymentId", r.disbursement_id AS "disbursementId",
  r.matched_by AS "matchedBy", r.matched_at AS "matchedAt", r.completed_at AS "createdAt"`;

/** The longest text of a filter of lines. */
const textMax = 100;
const text = z
  .string({ error: 'must be a text' })
  .max(textMax, { error: `must have at most ${textMax} characters` })
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
    error: 'must not contain broken characters',
  });

/** The filters of the reporting API. They can be combined; null is as good as absent. */
const reportLinesFilter = z.strictObject({
  shortcode: text.nullish(),
  receipt: text.transform((receipt) => receipt.trim().toUpperCase()).nullish(),
  kind: z.enum(StatementLineKind, { error: 'must be paid_in, withdrawn, fee, reversal or transfer' }).nullish(),
  matched: z.boolean({ error: 'must be true or false' }).nullish(),
  ...periodShape,
});

const datedLines = sql`(SELECT *, completed_at AS created_at FROM statement_lines) line`;

/** By the index of each shortcode that has statements, and of those rows the first ones. */
function listOf(span: Span, { shortcode, receipt, kind, matched }: z.output<typeof reportLinesFilter>): PageQuery {
  const ofOne = rowsOf(
    datedLines,
    sql`application_id = wanted.application AND environment = ${span.environment}::"Environment"
      AND shortcode = wanted.till ${receipt ? sql`AND receipt = ${receipt}` : empty}
      ${matched === false ? sql`AND matched_at IS NULL` : empty}`,
  );
  const tills = sql`
    SELECT DISTINCT application_id AS application, shortcode AS till FROM statements
    WHERE ${ofTenant(span)} ${shortcode ? sql`AND shortcode = ${shortcode}` : empty}`;
  return {
    rows: (slice) => sql`
      SELECT found.* FROM (${tills}) wanted CROSS JOIN LATERAL (${ofOne(slice)}) found
      ${slice.order} LIMIT ${slice.limit}`,
    idType: 'uuid',
    columns,
    conditions: [
      given(kind, (wanted) => sql`r.kind = ${wanted}::"StatementLineKind"`),
      matched === true ? sql`r.matched_at IS NOT NULL` : undefined,
    ],
  };
}

type Reading = Pick<Context, 'db' | 'clock'>;

/**
 * Lines of the statements of a span of applications, newest first.
 * @throws DomainError invalid_input
 */
export async function reportLines(
  ctx: Reading,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage<ReportedLine>> {
  const filter = parseInput(reportLinesFilter, input.filter ?? {});
  const page = { page: input.page, period: filter };
  return mapPage(await readReportPage<ReportedLine>(ctx, listOf(span, filter), page), masked);
}

/**
 * How many lines meet a filter, counted up to a limit.
 * @throws DomainError invalid_input
 */
export async function countReportedLines(ctx: Reading, span: Span, given: unknown): Promise<Count> {
  const filter = parseInput(reportLinesFilter, given ?? {});
  return countReportRows(ctx, listOf(span, filter), filter);
}

type Sought = { ids: readonly string[]; applicationIds: readonly string[] };

/** Lines by their ids; of other applications than these, none. */
export async function readReportedLines(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: Sought,
): Promise<ReadonlyMap<string, ReportedLine>> {
  const rows = await query<ReportedLine>(
    db.pool,
    'statement_lines_reported',
    sql`
      SELECT ${columns} FROM statement_lines r
      WHERE r.id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, masked(row)]));
}

/** The lines that were matched with each payment, oldest first, in one statement, by the id of the payment. */
export async function readLinesOf(
  db: Pick<Database, 'pool'>,
  payments: readonly { id: string; applicationId: string }[],
): Promise<ReadonlyMap<string, ReportedLine[]>> {
  const [ids, applicationIds] = [payments.map(({ id }) => id), payments.map(({ applicationId }) => applicationId)];
  const rows = await query<ReportedLine>(
    db.pool,
    'statement_lines_of_payments',
    sql`
      SELECT ${columns} FROM statement_lines r
      WHERE r.payment_id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[])
      ORDER BY r.completed_at, r.ordinal, r.id`,
  );
  const lines = new Map<string, ReportedLine[]>();
  for (const row of rows) {
    const of = row.paymentId ?? '';
    lines.set(of, [...(lines.get(of) ?? []), masked(row)]);
  }
  return lines;
}

function masked(row: ReportedLine): ReportedLine {
  const { details, otherParty, accountRef } = row;
  const texts = { details, otherParty, accountRef };
  return { ...row, ...(maskPhonesInside(texts) as typeof texts) };
}
