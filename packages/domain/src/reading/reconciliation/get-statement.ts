import { query, type ReviewReason, type StatementLineKind, sql } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { ofTenant } from '../keyset.ts';

/** An imported statement. Sums are cents of lines that no earlier file had. */
export type StatementDetail = {
  statementId: string;
  shortcode: string;
  fileName: string;
  fileHash: string;
  coversFrom: string;
  coversTo: string;
  lineCount: number;
  newLineCount: number;
  problemCount: number;
  importedBy: string;
  importedAt: string;
  kinds: { kind: StatementLineKind; lines: number; matched: number; inCents: number; outCents: number }[];
  /** Open exceptions of its lines, and of records that it lacks. */
  exceptions: { reason: ReviewReason; open: number }[];
};

/**
 * One import with the results of its lines.
 * @throws DomainError not_found
 */
export async function getStatement(ctx: TenantContext, statementId: string): Promise<StatementDetail> {
  requirePermission(ctx, 'statements.read');
  const { db, tenant } = ctx;
  const row = isUuid(statementId)
    ? await db.prisma.statement.findFirst({ where: { id: statementId, ...tenant } })
    : null;
  if (!row) throw notFound('statement');
  const kinds = await query<StatementDetail['kinds'][number]>(
    db.pool,
    'statement_kinds',
    sql`
      SELECT kind, count(*)::int AS lines, count(matched_at)::int AS matched,
        sum(paid_in_cents)::float8 AS "inCents", sum(withdrawn_cents)::float8 AS "outCents"
      FROM statement_lines WHERE statement_id = ${row.id}::uuid GROUP BY kind ORDER BY kind`,
  );
  const exceptions = await query<StatementDetail['exceptions'][number]>(
    db.pool,
    'statement_exceptions',
    sql`
      SELECT reason, count(*)::int AS open FROM reviews r
      WHERE ${ofTenant(tenant)} AND status = 'open' AND (r.detail->>'statementId' = ${row.id}
        OR (r.subject_kind = 'statement_line' AND r.subject_id IN (
          SELECT l.id FROM statement_lines l WHERE l.statement_id = ${row.id}::uuid)))
      GROUP BY reason ORDER BY reason`,
  );
  const { id, applicationId: _, environment: __, coversFrom, coversTo, importedAt, ...facts } = row;
  return {
    statementId: id,
    ...facts,
    coversFrom: coversFrom.toISOString(),
    coversTo: coversTo.toISOString(),
    importedAt: importedAt.toISOString(),
    kinds,
    exceptions,
  };
}
