import { only, type PaymentStatus, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { markApplied } from '../inbox/index.ts';
import { openReviews } from '../reviews/index.ts';

/**
 * Links a prompt with the payment that already records its money, opens a review of both, and marks the callback as
 * applied. No status changes, and nothing is announced.
 * @returns false when either has changed since it was read
 */
export async function linkSameMoney(
  db: Queryable,
  link: {
    id: string;
    from: PaymentStatus;
    /** The payment that holds the receipt. */
    holderId: string;
    receipt: string;
    amount: number;
    at: Date;
  },
  audit: Audit,
  callbackId: string | null,
): Promise<boolean> {
  const { at, receipt, amount } = link;
  const review = (otherId: string) => [
    { reason: 'same_money' as const, detail: { paymentId: otherId, receipt, amount } },
  ];
  const rows = await query<{ linked: boolean }>(
    db,
    'payment_link_same_money',
    sql`
      WITH holder AS (
        SELECT id FROM payments WHERE id = ${link.holderId} AND provider_receipt = ${receipt} FOR UPDATE),
      prompt AS (
        UPDATE payments SET same_money_as = ${link.holderId}::uuid, next_query_at = NULL, announce_at = NULL
        WHERE id = ${link.id} AND status = ${link.from}::"PaymentStatus" AND provider_receipt IS NULL
          AND EXISTS (SELECT 1 FROM holder)
        RETURNING id, application_id, environment),
      other AS (
        UPDATE payments SET same_money_as = ${link.id}::uuid
        WHERE id = ${link.holderId} AND EXISTS (SELECT 1 FROM prompt) RETURNING id, application_id, environment),
      audited AS (${insertAudit(sql`prompt`, audit, at)}),
      reviewed AS (${openReviews(sql`prompt`, 'payment', review(link.holderId), at)}),
      reviewed_other AS (${openReviews(sql`other`, 'payment', review(link.id), at)}),
      applied AS (${markApplied(callbackId, sql`prompt`, at)})
      SELECT EXISTS (SELECT 1 FROM prompt) AS linked`,
  );
  return only(rows).linked;
}

/** Whether two applications belong to one organization. */
export async function shareOrganization(db: Queryable, applicationIds: [string, string]): Promise<boolean> {
  const rows = await query<{ shared: boolean }>(
    db,
    'applications_share_organization',
    sql`SELECT count(DISTINCT organization_id) = 1 AS shared FROM applications WHERE id = ANY(${applicationIds}::uuid[])`,
  );
  return only(rows).shared;
}
