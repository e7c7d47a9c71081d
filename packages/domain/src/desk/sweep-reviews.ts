import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';
import { writeMails } from '../mails/index.ts';
import { openReviewsOfRefused } from '../reviews/index.ts';
import { mailDay, renderQueues } from './queue-mail.ts';
import { countQueues, listQueueReaders } from './queue-statements.ts';

const readersMax = 200;
/** How far back refused callbacks still open a review, in case the worker was down. */
const refusedDays = 7;

/**
 * Opens a review of each address whose callbacks were refused, and writes one email a day to the owners and admins of
 * each organization with open reviews. The unique key of the email allows several workers to sweep at once. Without a
 * dashboard URL it has no link.
 * @returns how many emails it meant to write
 */
export async function sweepReviews(ctx: Context & Partial<WithDashboardUrl>): Promise<number> {
  const now = ctx.clock.now();
  await openReviewsOfRefused(ctx.db.pool, { from: later(now, -refusedDays * dayMs), at: now });
  const day = mailDay(now);
  const readers = await listQueueReaders(ctx.db.pool, day, readersMax);
  if (readers.length === 0) return 0;
  const organizationIds = [...new Set(readers.map(({ organizationId }) => organizationId))];
  const queues = await countQueues(ctx.db.pool, organizationIds);
  const mails = readers.flatMap(({ organizationId, userId, email }) => {
    const own = queues.filter((queue) => queue.organizationId === organizationId);
    // The queue was emptied since it was listed.
    if (own.length === 0) return [];
    const dedupeKey = `reviews:${organizationId}:${day}:${userId}`;
    return [{ to: email, ...renderQueues(own, now, ctx.dashboardUrl), dedupeKey }];
  });
  await writeMails(ctx.db.prisma, mails, now);
  return mails.length;
}
