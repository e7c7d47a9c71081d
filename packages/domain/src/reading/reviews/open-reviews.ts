import { only, query, type ReviewReason, type ReviewSubject, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { type ReasonWords, reasonInWords } from '../../reviews/index.ts';
import { type Count, countUpTo } from '../count.ts';
import { ofTenant } from '../keyset.ts';

const countMax = 99;
const listMax = 20;

/** How many reviews of a tenant are open, counted in the index of open ones. */
export async function countOpenReviews(ctx: TenantContext): Promise<Count> {
  requirePermission(ctx, 'reviews.read');
  const rows = await query<{ open: number }>(
    ctx.db.pool,
    'reviews_count_open',
    sql`
      SELECT count(*)::int AS open FROM (
        SELECT 1 FROM reviews WHERE ${ofTenant(ctx.tenant)} AND status = 'open' LIMIT ${countMax + 1}) few`,
  );
  return countUpTo(countMax, only(rows).open);
}

type OpenReview = { reviewId: string; reason: ReviewReason; words: ReasonWords; openedAt: string };

/** The open reviews of one subject, for its page. */
export async function listOpenReviews(
  { db, tenant }: TenantContext,
  { subjectKind, subjectId }: { subjectKind: ReviewSubject; subjectId: string },
): Promise<OpenReview[]> {
  const rows = await db.prisma.review.findMany({
    where: { ...tenant, subjectKind, subjectId, status: 'open' },
    orderBy: { openedAt: 'asc' },
    take: listMax,
  });
  return rows.map((row) => ({
    reviewId: row.id,
    reason: row.reason,
    words: reasonInWords(row),
    openedAt: row.openedAt.toISOString(),
  }));
}
