import type { DeliveryStatus } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { deliveryRefusals } from './refusals.ts';
import { isUnderWay } from './resend.ts';
import { type DeliveryInput, deliverySchema } from './schemas.ts';
import { lockDelivery } from './scope.ts';
import * as deliveries from './statements.ts';

/**
 * Cancels a delivery that waits for an attempt. An ended delivery does not change, so cancelling twice is the same as
 * once.
 * @returns its status; `cancelled` is false when it had ended before
 * @throws DomainError invalid_input, also when it is being attempted right now; not_found
 */
export async function cancelDelivery(
  ctx: ActorContext,
  input: DeliveryInput,
): Promise<{ deliveryId: string; status: DeliveryStatus; cancelled: boolean }> {
  requirePermission(ctx, 'endpoints.write');
  const which = parseInput(deliverySchema, input);
  const { deliveryId } = which;
  const now = ctx.clock.now();
  return ctx.db.transaction(async (db) => {
    const delivery = await lockDelivery(db, which);
    if (delivery.status !== 'due') return { deliveryId, status: delivery.status, cancelled: false };
    if (isUnderWay(delivery, now)) {
      throw new DomainError('invalid_input', deliveryRefusals.deliveryUnderWay);
    }
    await deliveries.cancel(db, deliveryId, now, {
      id: uuidv7(),
      actor: ctx.actor,
      action: 'delivery.cancelled',
      detail: { endpointId: delivery.endpointId },
    });
    return { deliveryId, status: 'cancelled', cancelled: true };
  });
}
