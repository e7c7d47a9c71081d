import type { Context } from '../kernel/context.ts';
import { expirePrompt } from './expire-prompt.ts';
import { expirySeconds, queryLadderSeconds, unacknowledgedReviewSeconds } from './payment.ts';
import { claimDueQueries } from './prompt-statements.ts';
import { publishQueriesDue } from './publish-queries-due.ts';
import { listAnnounceDue } from './read-statements.ts';
import { announcePayment } from './settle.ts';

const batchMax = 200;
/** Prevents one merchant with many open prompts from filling the batch. */
const perTenantMax = 40;
const scanMax = 5_000;

/**
 * Publishes a query for each pending payment that is due on the ladder, ends those that expired, and announces successes
 * that have waited long enough for a receipt. Returns how many were queried and announced.
 */
export async function sweepPayments(ctx: Context): Promise<{ queried: number; announced: number }> {
  const now = ctx.clock.now();
  const due = await claimDueQueries(ctx.db.pool, {
    now,
    ladderSeconds: queryLadderSeconds,
    unacknowledgedSeconds: unacknowledgedReviewSeconds,
    expirySeconds,
    limit: batchMax,
    perTenantMax,
    scanMax,
  });
  for (const { id, needsReview } of due) {
    if (needsReview) {
      ctx.log.warn({ paymentId: id }, 'A pending payment needs review: the provider never reported its outcome.');
    }
  }
  const askable = due.filter(({ isOver }) => !isOver);
  await publishQueriesDue(ctx, askable, now);
  const over = due.filter(({ isOver }) => isOver).map(({ id }) => id);
  await each(ctx, over, 'A payment without an outcome could not be ended.', expirePrompt);
  const waiting = await listAnnounceDue(ctx.db.pool, now, batchMax);
  await each(ctx, waiting, 'A payment could not be announced.', announcePayment);
  return { queried: askable.length, announced: waiting.length };
}

/** One that fails must not keep the others waiting. */
async function each(
  ctx: Context,
  ids: string[],
  failure: string,
  act: (ctx: Context, paymentId: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    await act(ctx, id).catch((error: unknown) => {
      ctx.log.error({ paymentId: id, err: error }, failure);
    });
  }
}
