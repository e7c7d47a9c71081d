import type { Context } from '../context.ts';
import { inquiryLadderSeconds, unacknowledgedReviewSeconds } from './disbursement.ts';
import { takeInquiryDue } from './inquiry-statements.ts';
import { publishInquiriesDue } from './publish-inquiries-due.ts';

const batchMax = 200;

/**
 * Publishes an inquiry for each pending disbursement that is due on the ladder. Returns how many.
 */
export async function sweepDisbursements(ctx: Context): Promise<number> {
  const due = await takeInquiryDue(ctx.db.pool, {
    now: ctx.clock.now(),
    ladderSeconds: inquiryLadderSeconds,
    unacknowledgedSeconds: unacknowledgedReviewSeconds,
    limit: batchMax,
  });
  for (const { id, needsReview } of due) {
    if (needsReview) {
      ctx.log.warn({ disbursementId: id }, 'A pending disbursement needs review: its outcome is not known.');
    }
  }
  const askable = due.filter(({ isAskable }) => isAskable).map(({ id }) => id);
  await publishInquiriesDue(ctx, askable);
  return askable.length;
}
