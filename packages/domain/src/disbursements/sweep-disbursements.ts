import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.ts';
import { inquiryLadderSeconds, unacknowledgedReviewSeconds } from './disbursement.ts';
import { takeInquiryDue } from './inquiry-statements.ts';

const batchMax = 200;

/** Publishes an inquiry for each pending disbursement that is due on the ladder. Answers how many. */
export async function sweepDisbursements(ctx: Context): Promise<number> {
  const due = await takeInquiryDue(ctx.db.pool, {
    now: ctx.clock.now(),
    ladderSeconds: inquiryLadderSeconds,
    unacknowledgedSeconds: unacknowledgedReviewSeconds,
    limit: batchMax,
  });
  for (const { id, needsReview } of due) {
    if (needsReview)
      ctx.log.warn({ disbursementId: id }, 'a pending disbursement needs review: its outcome is not known');
  }
  const askable = due.filter(({ isAskable }) => isAskable);
  await ctx.publish(
    askable.map(({ id: disbursementId }) => {
      // Made here, once per rung: an event that is delivered twice asks once.
      const inquiryId = uuidv7();
      return {
        name: 'disbursement.inquiry_due',
        id: `inquiry:${inquiryId}`,
        data: { disbursementId, inquiryId },
      };
    }),
  );
  return askable.length;
}
