import type { Context } from '../context.ts';
import { queryLadderSeconds, unacknowledgedReviewSeconds } from './payment.ts';
import { takeQueryDue } from './prompt-statements.ts';
import { listAnnounceDue } from './read-statements.ts';
import { announcePayment } from './settle.ts';

const batchMax = 200;

/**
 * Publishes a query for each pending payment that is due on the ladder, and announces successes that have waited long
 * enough for a receipt. Answers how many of each.
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
    if (needsReview)
      ctx.log.warn({ paymentId: id }, 'a pending payment needs review: the provider never told its outcome');
  }
  await ctx.publish(
    due.map(({ id }) => ({ name: 'payment.query_due', id: `query:${id}:${now.getTime()}`, data: { paymentId: id } })),
  );
  const waiting = await listAnnounceDue(ctx.db.pool, now, batchMax);
  for (const id of waiting) {
    // One that cannot be announced must not keep the others waiting.
    await announcePayment(ctx, id).catch((error: unknown) => {
      ctx.log.error({ paymentId: id, err: error }, 'a payment could not be announced');
    });
  }
  return { queried: due.length, announced: waiting.length };
}
