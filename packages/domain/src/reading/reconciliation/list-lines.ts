import type { StatementLineKind, StatementMatch } from '@tillgate/db';
import { empty, query, type ReviewReason, type ReviewStatus, type Sql, sql } from '@tillgate/db';
import type { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import { startOf } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import { ofTenant } from '../keyset.ts';
import { listLinesSchema } from './schemas.ts';

/** A line of a statement with its match and exceptions. */
type LineRow = {
  lineId: string;
  receipt: string;
  kind: StatementLineKind;
  completedAt: string;
  inCents: number;
  outCents: number;
  /** The balance after it; null when the statement has none. */
  balanceCents: number | null;
  details: string;
  otherParty: string;
  accountRef: string;
  paymentId: string | null;
  disbursementId: string | null;
  matchedBy: StatementMatch | null;
  /** Its reviews, open or closed. */
  exceptions: { reviewId: string; reason: ReviewReason; status: ReviewStatus }[];
};

/**
 * The lines of a day of East Africa Time in their order. `next` continues; null at the end.
 * @throws DomainError invalid_input, not_found (the line to continue after)
 */
export async function listLines(
  ctx: TenantContext,
  input: z.input<typeof listLinesSchema>,
): Promise<{ lines: LineRow[]; next: string | null }> {
  requirePermission(ctx, 'statements.read');
  const { shortcode, day, only, limit, lineId } = parseInput(listLinesSchema, input);
  const { db, tenant } = ctx;
  const after = lineId
    ? await db.prisma.statementLine.findFirst({
        where: { id: lineId, ...tenant },
        select: { id: true, completedAt: true, ordinal: true },
      })
    : undefined;
  if (after === null) throw notFound('line');
  const beyond: Sql = after
    ? sql`AND (completed_at, ordinal, id) > (${after.completedAt}::timestamptz, ${after.ordinal}::int, ${after.id}::uuid)
        AND completed_at >= ${after.completedAt}::timestamptz`
    : empty;
  const open: Sql = only === 'open' ? sql`AND matched_at IS NULL AND kind <> 'fee'` : empty;
  const rows = await query<Omit<LineRow, 'completedAt'> & { completedAt: Date }>(
    db.pool,
    `day_lines_${only}${after ? '_after' : ''}`,
    sql`
      SELECT id AS "lineId", receipt, kind, completed_at AS "completedAt", paid_in_cents::float8 AS "inCents",
        withdrawn_cents::float8 AS "outCents", balance_cents::float8 AS "balanceCents", details,
        other_party AS "otherParty", account_ref AS "accountRef", payment_id AS "paymentId",
        disbursement_id AS "disbursementId", matched_by AS "matchedBy",
        (SELECT coalesce(json_agg(json_build_object('reviewId', r.id, 'reason', r.reason, 'status', r.status)
            ORDER BY r.opened_at, r.id), '[]')
          FROM reviews r WHERE r.subject_kind = 'statement_line' AND r.subject_id = l.id) AS exceptions
      FROM statement_lines l
      WHERE ${ofTenant(tenant)} AND shortcode = ${shortcode} AND completed_at >= ${startOf(day)}::timestamptz
        AND completed_at < ${startOf(day, 1)}::timestamptz ${open} ${beyond}
      ORDER BY completed_at, ordinal, id LIMIT ${limit + 1}::int`,
  );
  const shown = rows.slice(0, limit);
  return {
    lines: shown.map((row) => ({ ...row, completedAt: row.completedAt.toISOString() })),
    next: rows.length > limit ? (shown.at(-1)?.lineId ?? null) : null,
  };
}
