import { v7 as uuidv7 } from 'uuid';
import type { ActorContext } from '../audit/index.ts';
import { requireEnabled } from '../endpoints/index.ts';
import { parseInput } from '../input.ts';
import { ringDeliveries } from '../outbox/index.ts';
import { decideResend } from './resend.ts';
import { type DeliveryInput, deliverySchema } from './schemas.ts';
import { lockDelivery } from './scope.ts';
import * as deliveries from './statements.ts';

/**
 * Sends a delivery again, whatever its status, under the same x-webhook-id, so that a receiver
 * that has it can recognize it. One that has ended gets its whole schedule again. One that waits
 * for a retry gets it now and goes on from there.
 * @returns `queued` is false when it is on its way already, or was sent again within the last 10 s:
 * then nothing changed
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export async function resendDelivery(
  ctx: ActorContext,
  input: DeliveryInput,
): Promise<{ deliveryId: string; queued: boolean }> {
  const which = parseInput(deliverySchema, input);
  const { deliveryId } = which;
  const now = ctx.clock.now();
  const endpointId = await ctx.db.transaction(async (db) => {
    const delivery = await lockDelivery(db, which);
    requireEnabled(delivery.endpoint);
    if (decideResend(delivery, now) === 'nothing') return undefined;
    await deliveries.resend(db, deliveryId, now, {
      id: uuidv7(),
      actor: ctx.actor,
      action: 'delivery.resent',
      detail: { endpointId: delivery.endpointId, was: delivery.status },
    });
    return delivery.endpointId;
  });
  if (endpointId) await ringDeliveries(ctx);
  return { deliveryId, queued: endpointId !== undefined };
}
