import { execute, type Queryable, query, sql } from '@tillgate/db';
import { isPaidAgain, isRepeated, isSurelyUnpaid } from '../batches/index.ts';
import { dayMs, later } from '../kernel/time.ts';
import { openReviewsOnce } from '../reviews/index.ts';

/** A row of a batch, with what became of it. */
export type CopiedRow = {
  rowId: string;
  phone: string | null;
  amount: number | null;
  name: string | null;
  reference: string | null;
  remarks: string | null;
  occasion: string | null;
  /** Whether it was surely not paid. */
  isFailed: boolean;
  /** Whether another batch pays it again. */
  isRetried: boolean;
  /** Whether a new batch like this one has it too. */
  isRepeated: boolean;
};

/** The rows of a batch, in their order. */
export function listCopied(db: Queryable, batchId: string): Promise<CopiedRow[]> {
  return query<CopiedRow>(
    db,
    'batch_rows_copied',
    sql`
      SELECT r.id AS "rowId", r.phone, r.amount, r.name, r.reference, r.remarks, r.occasion,
        coalesce(${isSurelyUnpaid}, false) AS "isFailed", ${isPaidAgain} AS "isRetried", ${isRepeated} AS "isRepeated"
      FROM payout_batch_rows r LEFT JOIN disbursements d ON d.id = r.disbursement_id
      WHERE r.batch_id = ${batchId}::uuid ORDER BY r.number`,
  );
}

/** Whether the payout that a row pays again was paid after all, or may still be. */
export async function isPaidAfterAll(db: Queryable, rowId: string): Promise<boolean> {
  const rows = await query<{ id: string }>(
    db,
    'batch_row_paid_after_all',
    sql`
      SELECT d.id FROM payout_batch_rows r JOIN payout_batch_rows first ON first.id = r.retry_of
      JOIN disbursements d ON d.id = first.disbursement_id
      WHERE r.id = ${rowId}::uuid AND d.status <> 'failed'`,
  );
  return rows.length > 0;
}

/** For how long after a row was paid again a late success of its first payout is noticed. */
const lateDays = 30;

/** Opens a review of each payout that failed, was paid again in another batch, and was paid after all. */
export async function reviewPaidTwice(db: Queryable, now: Date): Promise<void> {
  const twice = sql`(
    SELECT d.id, d.application_id, d.environment, b.name AS batch, again.disbursement_id AS other
    FROM payout_batch_rows again
    JOIN payout_batch_rows first ON first.id = again.retry_of
    JOIN disbursements d ON d.id = first.disbursement_id AND d.status = 'success'
    JOIN disbursements paid ON paid.id = again.disbursement_id AND paid.status <> 'failed'
    JOIN payout_batches b ON b.id = again.batch_id
    WHERE again.retry_of IS NOT NULL AND again.state = 'handed'
      AND again.handed_at > ${later(now, -lateDays * dayMs)}::timestamptz)`;
  const detail = sql`json_build_object('batch', s.batch, 'other', s.other)`;
  await execute(db, 'reviews_open_paid_twice', openReviewsOnce(twice, 'disbursement', 'paid_twice', detail, now));
}
