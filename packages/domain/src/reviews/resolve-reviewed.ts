import type { Queryable, ReviewSubject } from '@tillgate/db';
import type { ActorContext } from '../kernel/context.ts';
import type { Resolved } from '../kernel/resolution.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { closeReviewsOf } from './statements.ts';

/**
 * Settles a subject manually and closes its reviews, in one commit. Then it wakes the workers that send the webhook.
 * @param note why, in the words of the person
 */
export async function resolveReviewed(
  ctx: ActorContext,
  subject: { kind: ReviewSubject; id: string },
  note: string,
  settle: (db: Queryable) => Promise<Resolved>,
): Promise<Resolved> {
  const resolved = await ctx.db.transaction(async (db) => {
    const after = await settle(db);
    await closeReviewsOf(db, subject, { by: ctx.actor, note, at: ctx.clock.now() });
    return after;
  });
  await signalWaiting(ctx, 'deliveries.waiting');
  return resolved;
}
