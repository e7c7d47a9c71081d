import {
  type Database,
  type Environment,
  query,
  type ReviewReason,
  ReviewStatus,
  type ReviewSubject,
  raw,
  type Sql,
  sql,
} from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { reasonInWords, reasonSentence } from '../../reviews/index.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { mapPage, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';

/** Why a statement and what is recorded here do not agree. */
export const exceptionReasons = [
  'statement_missing_here',
  'statement_missing_there',
  'statement_amount_differed',
  'statement_duplicate',
  'statement_reversed',
] as const satisfies readonly ReviewReason[];
export type ExceptionReason = (typeof exceptionReasons)[number];

type Stored = {
  id: string;
  applicationId: string;
  environment: Environment;
  reason: ExceptionReason;
  status: ReviewStatus;
  subjectKind: ReviewSubject;
  subjectId: string;
  detail: unknown;
  shortcode: string | null;
  receipt: string | null;
  /** KES as decimal text. */
  amount: string | null;
  /** When it was found. */
  createdAt: Date;
  closedAt: Date | null;
  closingNote: string | null;
};

/** What reconciliation found, as the reporting API shows it. */
export type ReportedException = Omit<Stored, 'detail'> & { sentence: string };

const joins = sql`
  LEFT JOIN statement_lines l ON r.subject_kind = 'statement_line' AND l.id = r.subject_id
  LEFT JOIN payments p ON r.subject_kind = 'payment' AND p.id = r.subject_id
  LEFT JOIN disbursements d ON r.subject_kind = 'disbursement' AND d.id = r.subject_id`;

const columns = sql`
  r.id, r.application_id AS "applicationId", r.environment, r.reason, r.status, r.subject_kind AS "subjectKind",
  r.subject_id AS "subjectId", r.detail, coalesce(l.shortcode, p.shortcode, d.shortcode) AS shortcode,
  coalesce(l.receipt, p.provider_receipt, d.provider_receipt, d.transaction_id, r.detail->>'receipt') AS receipt,
  coalesce(((l.paid_in_cents + l.withdrawn_cents)::numeric / 100)::numeric(20, 2)::text, p.amount::text,
    d.amount::text) AS amount,
  r.opened_at AS "createdAt", r.closed_at AS "closedAt", r.closing_note AS "closingNote"`;

const ofStatements: Sql = sql`r.reason = ANY(${exceptionReasons}::"ReviewReason"[])`;

/** The filters of the reporting API. They can be combined; null is as good as absent. */
const reportExceptionsFilter = z.strictObject({
  status: z.enum(ReviewStatus, { error: 'must be open or closed' }).nullish(),
  reason: z.enum(exceptionReasons, { error: `must be one of ${exceptionReasons.join(', ')}` }).nullish(),
  shortcode: z
    .string({ error: 'must be a text' })
    .regex(/^[0-9]{5,8}$/, { error: 'must be a shortcode of 5 to 8 digits' })
    .nullish(),
  ...periodShape,
});

/** Open and closed ones have an index each, so a list is of one of them: the open ones unless it is said. */
function listOf(span: Span, filter: z.output<typeof reportExceptionsFilter>): PageQuery {
  const status = raw(filter.status === 'closed' ? `'closed'` : `'open'`);
  const dated = sql`(SELECT *, opened_at AS created_at FROM reviews) review`;
  return {
    rows: rowsWithin(dated, span, sql`status = ${status}`),
    idType: 'uuid',
    columns,
    joins,
    conditions: [
      ofStatements,
      given(filter.reason, (reason) => sql`r.reason = ${reason}::"ReviewReason"`),
      given(filter.shortcode, (shortcode) => sql`${shortcode} IN (l.shortcode, p.shortcode, d.shortcode)`),
    ],
  };
}

type Reading = Pick<Context, 'db' | 'clock'>;

/**
 * What reconciliation found in a span of applications, newest first: the open ones unless the filter
 * says otherwise.
 * @throws DomainError invalid_input
 */
export async function reportExceptions(
  ctx: Reading,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage<ReportedException>> {
  const filter = parseInput(reportExceptionsFilter, input.filter ?? {});
  const page = { page: input.page, period: filter };
  return mapPage(await readReportPage<Stored>(ctx, listOf(span, filter), page), reported);
}

/**
 * How many exceptions meet a filter, counted up to a limit.
 * @throws DomainError invalid_input
 */
export async function countReportedExceptions(ctx: Reading, span: Span, given: unknown): Promise<Count> {
  const filter = parseInput(reportExceptionsFilter, given ?? {});
  return countReportRows(ctx, listOf(span, filter), filter);
}

/** Exceptions by their ids; of other applications than these, none. */
export async function readReportedExceptions(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: { ids: readonly string[]; applicationIds: readonly string[] },
): Promise<ReadonlyMap<string, ReportedException>> {
  const rows = await query<Stored>(
    db.pool,
    'exceptions_reported',
    sql`
      SELECT ${columns} FROM reviews r ${joins}
      WHERE r.id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[]) AND ${ofStatements}`,
  );
  return new Map(rows.map((row) => [row.id, reported(row)]));
}

function reported({ detail, ...row }: Stored): ReportedException {
  return { ...row, sentence: reasonSentence(reasonInWords({ ...row, detail })) };
}
