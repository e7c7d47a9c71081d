import type { Context } from '../kernel/context.ts';
import { railNames, traitsOf } from '../rails/index.ts';
import { inquiryLadderSeconds, receiptReleaseSeconds, unacknowledgedReviewSeconds } from './disbursement.ts';
import { claimDueInquiries } from './inquiry-statements.ts';
import { publishInquiriesDue } from './publish-inquiries-due.ts';

const batchMax = 200;

/**
 * Publishes an inquiry for each pending disbursement that is due on the ladder. Returns how many.
 */
export async function sweepDisbursements(ctx: Context): Promise<number> {
  const due = await claimDueInquiries(ctx.db.pool, {
    now: ctx.clock.now(),
    ladderSeconds: inquiryLadderSeconds,
    unacknowledgedSeconds: unacknowledgedReviewSeconds,
    releaseSeconds: receiptReleaseSeconds,
    releasing: railNames.filter((rail) => traitsOf[rail].refusesSecondRefund),
    limit: batchMax,
  });
  for (const { id, needsReview, isReleased } of due) {
    if (isReleased) {
      ctx.log.warn({ disbursementId: id }, 'A reversal without an outcome no longer keeps its receipt from a new one.');
    }
    if (needsReview) {
      ctx.log.warn({ disbursementId: id }, 'A pending disbursement needs review: its outcome is not known.');
    }
  }
  const askable = due.filter(({ isAskable }) => isAskable);
  await publishInquiriesDue(ctx, askable);
  return askable.length;
}
