import type { Context } from '../context.ts';
import { queryLadderSeconds, unacknowledgedReviewSeconds } from './payment.ts';
import { takeQueryDue } from './prompt-statements.ts';
import { publishQueriesDue } from './publish-queries-due.ts';
import { listAnnounceDue } from './read-statements.ts';
import { announcePayment } from './settle.ts';

const batchMax = 200;

/**
 * Publishes a query for each pending payment that is due on the ladder, and announces successes
 * that have waited long enough for a receipt. Returns how many of each.
 */
export async function sweepPayments(ctx: Context): Promise<{ queried: number; announced: number }> {
  const now = ctx.clock.now();
  const due = await takeQueryDue(ctx.db.pool, {
    now,
    ladderSeconds: queryLadderSeconds,
    unacknowledgedSeconds: unacknowledgedReviewSeconds,
    limit: batchMax,
  });
  for (const { id, needsReview } of due) {
    if (needsReview) {
      ctx.log.warn({ paymentId: id }, 'A pending payment needs review: the provider never told its outcome.');
    }
  }
  const dueIds = due.map(({ id }) => id);
  await publishQueriesDue(ctx, dueIds, now);
  const waiting = await listAnnounceDue(ctx.db.pool, now, batchMax);
  for (const id of waiting) {
    // One that cannot be announced must not keep the others waiting.
    await announcePayment(ctx, id).catch((error: unknown) => {
      ctx.log.error({ paymentId: id, err: error }, 'A payment could not be announced.');
    });
  }
  return { queried: due.length, announced: waiting.length };
}
