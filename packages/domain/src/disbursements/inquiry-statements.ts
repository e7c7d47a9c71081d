import { execute, type Queryable, query, sql } from '@tillgate/db';
import { openReviews } from '../reviews/statements.ts';

/** Makes the next sweep ask about a pending disbursement. */
export async function bringInquiryForward(db: Queryable, id: string, now: Date): Promise<void> {
  await execute(
    db,
    'disbursement_ask_soon',
    sql`UPDATE disbursements SET next_inquiry_at = ${now} WHERE id = ${id} AND status = 'pending'`,
  );
}

type DueInquiry = {
  id: string;
  /** False when the provider never told by which id to ask. */
  isAskable: boolean;
  needsReview: boolean;
};

/**
 * Pending disbursements whose next inquiry is due, moved to the next rung of the ladder (seconds
 * after creation). After the last rung, or when there was no id to ask by within
 * `unacknowledgedSeconds`, they need review and are left alone.
 */
export function takeInquiryDue(
  db: Queryable,
  by: { now: Date; ladderSeconds: number[]; unacknowledgedSeconds: number; limit: number },
): Promise<DueInquiry[]> {
  const unanswered = sql`(SELECT * FROM taken WHERE needs_review)`;
  return query(
    db,
    'disbursements_take_inquiry_due',
    sql`
      WITH due AS (
        SELECT d.id, d.originator_conversation_id IS NOT NULL AS is_askable, (
          SELECT min(d.created_at + make_interval(secs => rung))
          FROM unnest(CASE WHEN d.originator_conversation_id IS NULL
            THEN ARRAY[${by.unacknowledgedSeconds}::int] ELSE ${by.ladderSeconds}::int[] END) rung
          WHERE d.created_at + make_interval(secs => rung) > ${by.now}) AS next_inquiry_at
        FROM disbursements d WHERE d.status = 'pending' AND d.next_inquiry_at <= ${by.now}
        ORDER BY d.next_inquiry_at LIMIT ${by.limit} FOR UPDATE SKIP LOCKED),
      taken AS (
        UPDATE disbursements d SET next_inquiry_at = due.next_inquiry_at
        FROM due WHERE d.id = due.id AND d.status = 'pending'
        RETURNING d.id, d.application_id, d.environment, due.is_askable, d.next_inquiry_at IS NULL AS needs_review),
      reviewed AS (${openReviews(unanswered, 'disbursement', [{ reason: 'outcome_unknown', detail: {} }], by.now)})
      SELECT id, is_askable AS "isAskable", needs_review AS "needsReview" FROM taken`,
  );
}

/**
 * Adds the receipt of a success that an inquiry settled without one. Returns whether it was
 * missing.
 */
export async function storeReceipt(
  db: Queryable,
  disbursement: { id: string; providerReceipt: string },
): Promise<boolean> {
  const written = await execute(
    db,
    'disbursement_enrich',
    sql`
      UPDATE disbursements SET provider_receipt = ${disbursement.providerReceipt}
      WHERE id = ${disbursement.id} AND status = 'success' AND provider_receipt IS NULL`,
  );
  return written === 1;
}
