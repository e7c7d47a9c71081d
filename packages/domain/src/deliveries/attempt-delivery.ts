import { notFound } from '../kernel/errors.ts';
import { claimDelivery, readStanding } from './claim-statements.ts';
import { type PostContext, postDelivery } from './post-delivery.ts';
import * as deliveries from './statements.ts';

/** `ended`: no further attempt follows. `held`: the endpoint's queue or another worker continues with it. */
type DeliveryState =
  | { ended: true; status: 'delivered' | 'exhausted' | 'cancelled' }
  | { ended: false; nextAttemptAt: string; held?: true };

/**
 * Attempts a due delivery, and returns the next step. When its endpoint does not allow it (circuit open, no lane free,
 * rate used up), the delivery goes into the endpoint's queue and no attempt is counted. Safe to run twice and by several
 * workers at once: only the worker that holds the claim posts. A crash between the POST and its record repeats the
 * attempt once the claim has lapsed, under the same x-webhook-id: delivery is at least once.
 * @throws DomainError not_found
 */
export async function attemptDelivery(ctx: PostContext, input: { deliveryId: string }): Promise<DeliveryState> {
  const claim = await claimDelivery(ctx.db.pool, input.deliveryId, ctx.clock.now());
  if (!claim) return parkOrRead(ctx, input.deliveryId);
  const outcome = await postDelivery(ctx, claim);
  if (outcome.kind === 'ended') return { ended: true, status: outcome.status };
  return parkOrRead(ctx, claim.id);
}

/** Parks or cancels the delivery if it is due and nobody holds it, and returns its state. */
async function parkOrRead(ctx: PostContext, deliveryId: string): Promise<DeliveryState> {
  const now = ctx.clock.now();
  const { pool } = ctx.db;
  const found = (await deliveries.park(pool, deliveryId, now)) ?? (await readStanding(pool, deliveryId, now));
  if (!found) throw notFound('delivery');
  if (found.status !== 'due') return { ended: true, status: found.status };
  const nextAttemptAt = (found.nextAttemptAt ?? now).toISOString();
  return { ended: false, nextAttemptAt, ...(found.held && { held: true as const }) };
}
