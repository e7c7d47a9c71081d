import { type ActorContext, audit } from '../audit/index.ts';
import { auditOwner, requireEnabled } from '../endpoints/index.ts';
import { parseInput } from '../input.ts';
import { publishDrains } from '../outbox/index.ts';
import { decideResend } from './resend.ts';
import { type DeliveryInput, deliverySchema } from './schemas.ts';
import { lockDelivery } from './scope.ts';

/**
 * Sends a delivery again, whatever became of it, under the same x-webhook-id, so that a receiver which has it already notices.
 * One that has ended gets its whole schedule anew; one that waits for a retry gets that now and goes on from there.
 * @returns `queued` is false when it is on its way already, or was sent again within the last 10 s: then nothing changed
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export async function resendDelivery(
  ctx: ActorContext,
  input: DeliveryInput,
): Promise<{ deliveryId: string; queued: boolean }> {
  const which = parseInput(deliverySchema, input);
  const { deliveryId } = which;
  const now = ctx.clock.now();
  const endpointId = await ctx.db.prisma.$transaction(async (tx) => {
    const delivery = await lockDelivery(tx, which);
    requireEnabled(delivery.endpoint);
    const resend = decideResend(delivery, now);
    if (resend === 'nothing') return undefined;
    await tx.webhookDelivery.update({
      where: { id: deliveryId },
      data: {
        status: 'due',
        nextAttemptAt: now,
        parkedAt: now,
        resentAt: now,
        endedAt: null,
        ...(resend === 'start_anew' && { attemptsBefore: delivery.attemptCount }),
      },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'delivery.resent',
      subjectId: deliveryId,
      ...auditOwner(delivery.endpoint),
      detail: { endpointId: delivery.endpointId, was: delivery.status },
      at: now,
    });
    return delivery.endpointId;
  });
  if (endpointId) await publishDrains(ctx, [endpointId]);
  return { deliveryId, queued: endpointId !== undefined };
}
