import { execute, only, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { type NewReview, openReviews } from '../reviews/index.ts';

// What changes of a link beside its status.

/** A link can send more prompts. */
export async function storeAllowance(
  db: Queryable,
  id: string,
  { more, at, audit }: { more: number; at: Date; audit: Audit },
): Promise<void> {
  await execute(
    db,
    'link_allow_prompts',
    sql`
      WITH allowed AS (
        UPDATE payment_links SET prompts_allowed = prompts_allowed + ${more}::int WHERE id = ${id}::uuid
        RETURNING id, application_id)
      ${insertAudit(sql`allowed`, audit, at)}`,
  );
}

export type LinkChange = {
  title: string;
  description: string | null;
  expiresAt: Date | null;
  paymentsMax: number | null;
  returnUrl: string | null;
  /** JSON text; undefined keeps what is stored. */
  metadata: string | null | undefined;
};

/** What of a link can change. */
export async function storeChange(
  db: Queryable,
  id: string,
  to: LinkChange & { at: Date; audit: Audit },
): Promise<void> {
  await execute(
    db,
    'link_change',
    sql`
      WITH changed AS (
        UPDATE payment_links SET title = ${to.title}, description = ${to.description},
          expires_at = ${to.expiresAt}::timestamptz, payments_max = ${to.paymentsMax}::int, return_url = ${to.returnUrl},
          metadata = CASE WHEN ${to.metadata === undefined} THEN metadata ELSE ${to.metadata ?? null}::json END
        WHERE id = ${id}::uuid RETURNING id, application_id)
      ${insertAudit(sql`changed`, to.audit, to.at)}`,
  );
}

/**
 * Money of a credit does not count any more: `back` KES of it, all told. The link keeps its status.
 * @returns false when so much of it was taken off before; nothing is written then
 */
export async function storeReversal(
  db: Queryable,
  { paymentId, back, at, reviews }: { paymentId: string; back: number; at: Date; reviews: NewReview[] },
): Promise<boolean> {
  const rows = await query<{ isNew: boolean }>(
    db,
    'link_credit_reverse',
    sql`
      WITH before AS (
        SELECT payment_id, link_id, amount, reversed_amount FROM link_credits
        WHERE payment_id = ${paymentId}::uuid AND reversed_amount < ${back}::int FOR UPDATE),
      reversed AS (
        UPDATE link_credits c SET reversed_amount = ${back}::int, reversed_at = ${at}::timestamptz FROM before b
        WHERE c.payment_id = b.payment_id
        RETURNING c.payment_id AS id, c.application_id, c.environment),
      counted AS (
        UPDATE payment_links l SET paid_amount = l.paid_amount - (${back}::int - b.reversed_amount),
          paid_count = l.paid_count - CASE WHEN ${back}::int = b.amount THEN 1 ELSE 0 END
        FROM before b WHERE l.id = b.link_id),
      reviewed AS (${openReviews(sql`reversed`, 'payment', reviews, at)})
      SELECT EXISTS (SELECT 1 FROM reversed) AS "isNew"`,
  );
  return only(rows).isNew;
}
