import { execute, type Queryable, query, sql } from '@tillgate/db';
import type { RailName } from '../rails/index.ts';
import { openReviews } from '../reviews/index.ts';

/** Makes the next sweep ask about a pending disbursement. */
export async function bringInquiryForward(db: Queryable, id: string, now: Date): Promise<void> {
  await execute(
    db,
    'disbursement_ask_soon',
    sql`UPDATE disbursements SET next_inquiry_at = ${now} WHERE id = ${id} AND status = 'pending'`,
  );
}

/**
 * Makes a sweep ask about a pending disbursement at a time, or earlier when the ladder says so. Skips a reversal without
 * an acknowledgement that is about to release its receipt: a sweep would release it instead of asking.
 */
export async function postponeInquiry(
  db: Queryable,
  { id, until, releaseSeconds }: { id: string; until: Date; releaseSeconds: number },
): Promise<void> {
  await execute(
    db,
    'disbursement_postpone_inquiry',
    sql`
      UPDATE disbursements SET next_inquiry_at = least(next_inquiry_at, ${until}::timestamptz)
      WHERE id = ${id} AND status = 'pending' AND (originator_conversation_id IS NOT NULL
        OR ${until}::timestamptz < created_at + make_interval(secs => ${releaseSeconds}::int))`,
  );
}

type DueInquiry = {
  id: string;
  applicationId: string;
  /** Ask the provider now. */
  isAskable: boolean;
  needsReview: boolean;
  /** It no longer blocks another reversal of its receipt. */
  isReleased: boolean;
};

type Ladder = {
  now: Date;
  ladderSeconds: number[];
  /** When a reversal that was never acknowledged needs review, and when it releases its receipt. */
  unacknowledgedSeconds: number;
  releaseSeconds: number;
  /** Networks that refuse to send a receipt back twice: the others release none. */
  releasing: RailName[];
  limit: number;
};

/**
 * Pending disbursements whose next inquiry is due, moved to the next rung of the ladder (seconds after creation). After
 * the last rung they need review and are left alone. A reversal that was never acknowledged needs review sooner, and is
 * due once more to release its receipt, where the network allows that.
 */
export function claimDueInquiries(db: Queryable, by: Ladder): Promise<DueInquiry[]> {
  const after = (seconds: number) => sql`d.created_at + make_interval(secs => ${seconds}::int)`;
  const graceSeconds = by.releaseSeconds - (by.ladderSeconds.at(-1) ?? 0);
  return query(
    db,
    'disbursements_claim_due_inquiries',
    sql`
      WITH pending AS (
        SELECT d.id, (
          SELECT min(d.created_at + make_interval(secs => rung))
          FROM unnest(CASE WHEN d.originator_conversation_id IS NULL
            THEN array_append(${by.ladderSeconds}::int[], ${by.unacknowledgedSeconds}::int)
            ELSE ${by.ladderSeconds}::int[] END) rung
          WHERE d.created_at + make_interval(secs => rung) > ${by.now}) AS next_rung,
          d.originator_conversation_id IS NULL AND d.rail = ANY(${by.releasing}::"Rail"[]) AS releases,
          d.originator_conversation_id IS NULL AND d.rail = ANY(${by.releasing}::"Rail"[])
            AND d.next_inquiry_at >= ${after(by.releaseSeconds)} AS is_over,
          d.originator_conversation_id IS NULL AND d.next_inquiry_at <= ${after(by.unacknowledgedSeconds)}
            AND ${after(by.unacknowledgedSeconds)} <= ${by.now} AS is_early_review,
          greatest(${after(by.releaseSeconds)},
            ${by.now}::timestamptz + make_interval(secs => ${graceSeconds}::int)) AS release_at
        FROM disbursements d WHERE d.status = 'pending' AND d.next_inquiry_at <= ${by.now}
        ORDER BY d.next_inquiry_at LIMIT ${by.limit} FOR UPDATE SKIP LOCKED),
      due AS (
        SELECT id, is_over, CASE WHEN is_over THEN NULL WHEN releases THEN coalesce(next_rung, release_at)
          ELSE next_rung END AS next_inquiry_at, NOT is_over AND (next_rung IS NULL OR is_early_review) AS needs_review
        FROM pending),
      taken AS (
        UPDATE disbursements d SET next_inquiry_at = due.next_inquiry_at,
          live_receipt = CASE WHEN due.is_over THEN NULL ELSE d.live_receipt END
        FROM due WHERE d.id = due.id AND d.status = 'pending'
        RETURNING d.id, d.application_id, d.environment, due.is_over, due.needs_review),
      unanswered AS (SELECT * FROM taken WHERE needs_review),
      reviewed AS (${openReviews(sql`unanswered`, 'disbursement', [{ reason: 'outcome_unknown', detail: {} }], by.now)})
      SELECT id, application_id AS "applicationId", NOT is_over AS "isAskable", needs_review AS "needsReview", is_over AS "isReleased" FROM taken`,
  );
}

/**
 * Adds the receipt of a success that an inquiry settled without one, and the name of who was paid. Returns whether the
 * receipt was missing.
 */
export async function storeReceipt(
  db: Queryable,
  disbursement: { id: string; providerReceipt: string; payeeName: string | null },
): Promise<boolean> {
  const written = await execute(
    db,
    'disbursement_enrich',
    sql`
      UPDATE disbursements SET provider_receipt = ${disbursement.providerReceipt},
        payee_name = coalesce(payee_name, ${disbursement.payeeName})
      WHERE id = ${disbursement.id} AND status = 'success' AND provider_receipt IS NULL`,
  );
  return written === 1;
}

/** Adds the name of who was paid, where none is known. */
export async function storePayeeName(db: Queryable, row: { id: string; payeeName: string }): Promise<boolean> {
  const written = await execute(
    db,
    'disbursement_name',
    sql`UPDATE disbursements SET payee_name = ${row.payeeName} WHERE id = ${row.id} AND payee_name IS NULL`,
  );
  return written === 1;
}
