import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { type ActorContext, audit } from '../audit/index.ts';
import { auditOwner, requireEnabled } from '../endpoints/index.ts';
import { parseInput } from '../input.ts';
import { publishDrains } from '../outbox/index.ts';
import { later } from '../time.ts';
import { resendPauseSeconds } from './resend.ts';
import { type DeliveryInput, deliverySchema } from './schemas.ts';
import { lockDelivery, type OwnDelivery } from './scope.ts';

/**
 * Sends the event of a delivery to the same endpoint once more as a new delivery. Its x-webhook-id is new: a receiver cannot see
 * by it that it has the event already, and one that dedupes on nothing else acts twice. {@link resendDelivery} is the safe way.
 * @returns the new delivery; `queued` is false when it is one that was made so within the last 10 s
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export async function sendAsNew(
  ctx: ActorContext,
  input: DeliveryInput,
): Promise<{ deliveryId: string; queued: boolean }> {
  const which = parseInput(deliverySchema, input);
  const now = ctx.clock.now();
  const made = await ctx.db.prisma.$transaction(async (tx) => {
    const original = await lockDelivery(tx, which);
    requireEnabled(original.endpoint);
    const latest = await lockLatest(tx, original);
    if (latest.copy > 0 && latest.createdAt > later(now, -resendPauseSeconds * 1000)) return { id: latest.id };
    const { eventId, endpointId } = original;
    const id = uuidv7();
    await tx.webhookDelivery.create({
      data: { id, eventId, endpointId, copy: latest.copy + 1, nextAttemptAt: now, parkedAt: now, createdAt: now },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'delivery.sent_as_new',
      subjectId: id,
      ...auditOwner(original.endpoint),
      detail: { endpointId, copyOf: original.id },
      at: now,
    });
    return { id, endpointId };
  });
  if (made.endpointId !== undefined) await publishDrains(ctx, [made.endpointId]);
  return { deliveryId: made.id, queued: made.endpointId !== undefined };
}

/** The newest of all deliveries of the event to the endpoint, once nobody else is making another one. */
async function lockLatest(tx: Prisma.TransactionClient, { eventId, endpointId }: OwnDelivery) {
  await tx.$queryRaw`SELECT 1 FROM webhook_events WHERE id = ${eventId}::uuid FOR NO KEY UPDATE`;
  return tx.webhookDelivery.findFirstOrThrow({ where: { eventId, endpointId }, orderBy: { copy: 'desc' } });
}
