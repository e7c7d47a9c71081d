import { DomainError } from '../errors.ts';
import { claimDelivery } from './claim-delivery.ts';
import { turnAway } from './move-delivery.ts';
import { type PostContext, postDelivery } from './post-delivery.ts';

/** `ended`: no attempt follows, ever. `held`: its endpoint's queue or another worker goes on with it. */
export type DeliveryState =
  | { ended: true; status: 'delivered' | 'exhausted' | 'cancelled' }
  | { ended: false; nextAttemptAt: string; held?: true };

/**
 * Makes the attempt of a delivery that is due, and answers what follows. When its endpoint does not let it (circuit open, no
 * lane free, rate used up) it is put into the endpoint's queue and costs no attempt. Safe to run twice and by several workers
 * at once: who does not hold the claim posts nothing. A crash between the POST and its record repeats the attempt once the
 * claim has lapsed, under the same x-webhook-id: delivery is at least once.
 * @throws DomainError not_found
 */
export async function attemptDelivery(ctx: PostContext, input: { deliveryId: string }): Promise<DeliveryState> {
  const claim = await claimDelivery(ctx.db.pool, input.deliveryId, ctx.clock.now());
  if (!claim) return standing(ctx, input.deliveryId);
  const outcome = await postDelivery(ctx, claim);
  if (outcome.kind === 'ended') return { ended: true, status: outcome.status };
  return standing(ctx, claim.id);
}

/** The row's own word. */
async function standing(ctx: PostContext, deliveryId: string): Promise<DeliveryState> {
  const found = await turnAway(ctx.db.pool, deliveryId, ctx.clock.now());
  if (!found) throw new DomainError('not_found', 'There is no such delivery.');
  if (found.status !== 'due') return { ended: true, status: found.status };
  const nextAttemptAt = (found.nextAttemptAt ?? ctx.clock.now()).toISOString();
  return { ended: false, nextAttemptAt, ...(found.held && { held: true as const }) };
}
