import { type Database, query, type ReviewReason, ReviewStatus, raw, type Sql, sql } from '@tillgate/db';
import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { addressesOf, numberOf } from '../../rails/index.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { idColumns } from '../relay.ts';
import { reportList } from '../report-list.ts';

/** Reasons of differences between statements and records. */
export const exceptionReasons = [
  'statement_missing_here',
  'statement_missing_there',
  'statement_amount_differed',
  'statement_duplicate',
  'statement_reversed',
] as const satisfies readonly ReviewReason[];
export type ExceptionReason = (typeof exceptionReasons)[number];

const joins = sql`
  LEFT JOIN statement_lines l ON r.subject_kind = 'statement_line' AND l.id = r.subject_id
  LEFT JOIN payments p ON r.subject_kind = 'payment' AND p.id = r.subject_id
  LEFT JOIN disbursements d ON r.subject_kind = 'disbursement' AND d.id = r.subject_id`;

/** Of reviews `r`. */
export const ofStatements: Sql = sql`r.reason = ANY(${exceptionReasons}::"ReviewReason"[])`;

/** The filters of the reporting API. They can be combined; null means absent. */
const reportExceptionsFilter = z.strictObject({
  status: z.enum(ReviewStatus, { error: issues.either({ values: 'open or closed' }) }).nullish(),
  reason: z.enum(exceptionReasons, { error: issues.oneOf({ values: exceptionReasons.join(', ') }) }).nullish(),
  shortcode: z
    .string({ error: issues.text })
    .regex(/^[0-9]{5,8}$/, { error: issues.shortcode })
    .nullish(),
  ...periodShape,
});

/** Open and closed exceptions have separate indexes, so a list has only one of them: the open ones by default. */
function listOf(span: Span, filter: z.output<typeof reportExceptionsFilter>): PageQuery {
  const status = raw(filter.status === 'closed' ? `'closed'` : `'open'`);
  const dated = sql`(SELECT *, opened_at AS created_at FROM reviews) review`;
  return {
    rows: rowsWithin(dated, span, sql`status = ${status}`),
    idType: 'uuid',
    columns: idColumns,
    joins,
    conditions: [
      ofStatements,
      given(filter.reason, (reason) => sql`r.reason = ${reason}::"ReviewReason"`),
      given(filter.shortcode, hasNumber),
    ],
  };
}

/** About the account that has a number, at any network. */
const hasNumber = (number: string) =>
  sql`ARRAY[l.shortcode, p.shortcode, d.shortcode] && ${addressesOf(number)}::text[]`;

/** Exceptions in the reporting API: the open ones by default. */
export const exceptionsReport = reportList(reportExceptionsFilter, listOf);

/** The facts of an exception: null if unknown. `amount` is KES as decimal text. */
export type ExceptionFacts = { shortcode: string | null; receipt: string | null; amount: string | null };

/** The facts of each exception, in one statement, by its id, only of these applications. */
export async function readExceptionFacts(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: { ids: readonly string[]; applicationIds: readonly string[] },
): Promise<ReadonlyMap<string, ExceptionFacts>> {
  const rows = await query<ExceptionFacts & { id: string }>(
    db.pool,
    'exception_facts',
    sql`
      SELECT r.id, coalesce(l.shortcode, p.shortcode, d.shortcode) AS shortcode,
        coalesce(l.receipt, p.provider_receipt, d.provider_receipt, d.transaction_id, r.detail->>'receipt') AS receipt,
        coalesce(((l.paid_in_cents + l.withdrawn_cents)::numeric / 100)::numeric(20, 2)::text, p.amount::text,
          d.amount::text) AS amount
      FROM reviews r ${joins}
      WHERE r.id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[])`,
  );
  return new Map(
    rows.map(({ id, shortcode, ...facts }) => [id, { ...facts, shortcode: shortcode && numberOf(shortcode) }]),
  );
}
