import type { Queryable } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { requireEnabled } from '../endpoints/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import type { LockedDelivery } from './lock-statements.ts';
import { decideResend } from './resend.ts';
import { type DeliveryInput, deliverySchema } from './schemas.ts';
import { lockDelivery, requireBody } from './scope.ts';
import * as deliveries from './statements.ts';

/**
 * Sends a delivery again, whatever its status, under the same x-webhook-id, so that a receiver can recognize the repeat.
 * An ended delivery gets its whole schedule again. A delivery that waits for a retry is retried now and continues its
 * schedule.
 * @returns `queued` is false when it is being sent, or was sent again within the last 10 s: then nothing changed
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export async function resendDelivery(
  ctx: ActorContext,
  input: DeliveryInput,
): Promise<{ deliveryId: string; queued: boolean }> {
  requirePermission(ctx, 'endpoints.write');
  const which = parseInput(deliverySchema, input);
  const queued = await ctx.db.transaction(async (db) => {
    const delivery = await lockDelivery(db, which);
    requireEnabled(delivery.endpoint);
    requireBody(delivery);
    return queueAgain(ctx, db, delivery);
  });
  if (queued) await signalWaiting(ctx, 'deliveries.waiting');
  return { deliveryId: which.deliveryId, queued };
}

/** Queues a locked delivery again and audits it. False when it is being sent: then nothing changed. */
export async function queueAgain(ctx: ActorContext, db: Queryable, delivery: LockedDelivery): Promise<boolean> {
  const now = ctx.clock.now();
  if (decideResend(delivery, now) === 'nothing') return false;
  await deliveries.resend(db, delivery.id, now, {
    id: uuidv7(),
    actor: ctx.actor,
    action: 'delivery.resent',
    detail: { endpointId: delivery.endpointId, was: delivery.status },
  });
  return true;
}
