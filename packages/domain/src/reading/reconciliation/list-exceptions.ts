import { query, type ReviewReason, type ReviewStatus, type ReviewSubject, type Sql, sql } from '@tillgate/db';
import type { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import { startOf } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { type ReasonWords, reasonInWords } from '../../reviews/index.ts';
import { ofTenant } from '../keyset.ts';
import { type Counterpart, findCounterparts } from './counterparts.ts';
import { ofStatements } from './report-exceptions.ts';
import { dayOfShortcodeSchema } from './schemas.ts';

/** More than a person works through in a day. */
const exceptionsMax = 500;

/** A difference between a statement and what is recorded, as a review. */
type ExceptionRow = {
  reviewId: string;
  subjectKind: ReviewSubject;
  /** The id of its line, payment or disbursement. */
  subjectId: string;
  reason: ReviewReason;
  words: ReasonWords;
  status: ReviewStatus;
  closingNote: string | null;
  /** When the money moved, as far as it is known. */
  at: string;
  receipt: string | null;
  /** What moved: negative when it went out. */
  cents: number;
  /** What the statement has more because of it, or less: together they explain the difference of the day. */
  effectCents: number;
  /** Whole KES that can be recorded from the line; null unless a payment is missing. */
  recordableAmount: number | null;
  /** An order that records it and waits for a second person or the worker. */
  orderId: string | null;
  /** What is probably the other side of it; null unless there is exactly one. */
  counterpart: Counterpart | null;
};

type Stored = Omit<ExceptionRow, 'words' | 'at' | 'counterpart'> & { at: Date; detail: unknown };

/** Money on one side only counts whole. Of another amount, the difference counts. A line that is there twice moved once. */
const effect = sql`CASE r.reason
  WHEN 'statement_missing_there' THEN -s.cents
  WHEN 'statement_amount_differed' THEN
    ((r.detail->>'reported')::numeric - (r.detail->>'recorded')::numeric) * 100 * sign(s.cents)
  WHEN 'statement_duplicate' THEN 0
  ELSE s.cents END`;

/**
 * The exceptions of one day of East Africa Time, open ones first. Returns at most 500; `more` says whether there are
 * others, which the review queue shows.
 * @throws DomainError invalid_input
 */
export async function listExceptions(
  ctx: TenantContext,
  input: z.input<typeof dayOfShortcodeSchema>,
): Promise<{ exceptions: ExceptionRow[]; more: boolean }> {
  requirePermission(ctx, 'statements.read');
  const { shortcode, day } = parseInput(dayOfShortcodeSchema, input);
  const { db, tenant, clock } = ctx;
  const [from, to] = [startOf(day), startOf(day, 1)];
  const ofDay = (time: Sql): Sql => sql`${ofTenant(tenant)} AND shortcode = ${shortcode}
    AND ${time} >= ${from}::timestamptz AND ${time} < ${to}::timestamptz`;
  const missing = (kind: Sql, table: Sql, cents: Sql): Sql => sql`
    SELECT ${kind} AS kind, id, created_at AS at, provider_receipt AS receipt, (${cents})::float8 AS cents,
      NULL::int AS recordable FROM ${table} WHERE ${ofDay(sql`created_at`)} AND status = 'success'`;
  const rows = await query<Stored>(
    db.pool,
    'day_exceptions',
    sql`
      WITH subject AS (
        SELECT 'statement_line'::"ReviewSubject" AS kind, id, completed_at AS at, receipt,
          (paid_in_cents - withdrawn_cents)::float8 AS cents,
          CASE WHEN kind = 'paid_in' AND matched_at IS NULL AND paid_in_cents >= 100
            THEN (paid_in_cents / 100)::int END AS recordable
        FROM statement_lines WHERE ${ofDay(sql`completed_at`)}
        UNION ALL ${missing(sql`'payment'::"ReviewSubject"`, sql`payments`, sql`exact_kes(amount, exact_amount) * 100`)}
        UNION ALL ${missing(sql`'disbursement'::"ReviewSubject"`, sql`disbursements`, sql`amount::bigint * -100`)})
      SELECT r.id AS "reviewId", r.subject_kind AS "subjectKind", r.subject_id AS "subjectId", r.reason, r.detail,
        r.status, r.closing_note AS "closingNote", s.at, s.receipt, s.cents, ${effect}::float8 AS "effectCents",
        CASE WHEN r.status = 'open' AND r.reason = 'statement_missing_here' THEN s.recordable END
          AS "recordableAmount",
        (SELECT o.id FROM orders o WHERE o.application_id = r.application_id AND o.environment = r.environment
          AND o.kind = 'statement_payment' AND o.resource_id = r.subject_id AND (o.status = 'approved'
            OR (o.status = 'awaiting_approval' AND o.expires_at > ${clock.now()}::timestamptz))
          ORDER BY o.created_at DESC LIMIT 1) AS "orderId"
      FROM subject s JOIN reviews r ON r.subject_kind = s.kind AND r.subject_id = s.id
      WHERE ${ofStatements}
      ORDER BY r.status = 'closed', s.at, r.id LIMIT ${exceptionsMax + 1}::int`,
  );
  const shown = rows.slice(0, exceptionsMax);
  const counterparts = await findCounterparts(ctx, shortcode, shown);
  return {
    exceptions: shown.map(({ detail, at, ...row }) => ({
      ...row,
      words: reasonInWords({ ...row, detail }),
      at: at.toISOString(),
      counterpart: counterparts.get(row.reviewId) ?? null,
    })),
    more: rows.length > exceptionsMax,
  };
}
