import type { DeliveryStatus } from '@tillgate/db';
import { type ActorContext, audit } from '../audit/index.ts';
import { auditOwner } from '../endpoints/index.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { isUnderWay } from './resend.ts';
import { type DeliveryInput, deliverySchema } from './schemas.ts';
import { lockDelivery } from './scope.ts';

/**
 * Gives a delivery up that waits for an attempt. One that has ended stays as it is, so cancelling twice is the same as once.
 * @returns how it stands; `cancelled` is false when it had ended before
 * @throws DomainError invalid_input, also when it is being attempted right now; not_found
 */
export async function cancelDelivery(
  ctx: ActorContext,
  input: DeliveryInput,
): Promise<{ deliveryId: string; status: DeliveryStatus; cancelled: boolean }> {
  const which = parseInput(deliverySchema, input);
  const { deliveryId } = which;
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const delivery = await lockDelivery(tx, which);
    if (delivery.status !== 'due') return { deliveryId, status: delivery.status, cancelled: false };
    if (isUnderWay(delivery, now)) {
      throw new DomainError(
        'invalid_input',
        'The delivery is being attempted right now: look in a moment what came of it.',
      );
    }
    await tx.webhookDelivery.update({
      where: { id: deliveryId },
      data: { status: 'cancelled', nextAttemptAt: null, parkedAt: null, claimedUntil: null, endedAt: now },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'delivery.cancelled',
      subjectId: deliveryId,
      ...auditOwner(delivery.endpoint),
      detail: { endpointId: delivery.endpointId },
      at: now,
    });
    return { deliveryId, status: 'cancelled', cancelled: true };
  });
}
