import { v7 as uuidv7 } from 'uuid';
import { requireEnabled } from '../endpoints/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { later } from '../kernel/time.ts';
import { sendCopy } from '../outbox/index.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { lockLatestCopy } from './lock-statements.ts';
import { resendPauseSeconds } from './resend.ts';
import { type DeliveryInput, deliverySchema } from './schemas.ts';
import { lockDelivery, requireBody } from './scope.ts';

/**
 * Sends the event of a delivery to the same endpoint once more as a new delivery. Its x-webhook-id is new, so a receiver
 * that detects repeats only by that id acts twice. {@link resendDelivery} is the safe way.
 * @returns the new delivery; `queued` is false after the same request within the last 10 s: then it is that delivery
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export async function sendAsNew(
  ctx: ActorContext,
  input: DeliveryInput,
): Promise<{ deliveryId: string; queued: boolean }> {
  requirePermission(ctx, 'endpoints.write');
  const which = parseInput(deliverySchema, input);
  const now = ctx.clock.now();
  const made = await ctx.db.transaction(async (db) => {
    const original = await lockDelivery(db, which);
    requireEnabled(original.endpoint);
    requireBody(original);
    const latest = await lockLatestCopy(db, original);
    if (latest.copy > 0 && latest.createdAt > later(now, -resendPauseSeconds * 1000)) return { id: latest.id };
    const { eventId, endpointId } = original;
    const id = uuidv7();
    await sendCopy(
      db,
      { id, eventId, endpointId, copy: latest.copy + 1, at: now },
      {
        id: uuidv7(),
        actor: ctx.actor,
        action: 'delivery.sent_as_new',
        detail: { endpointId, copyOf: original.id },
      },
    );
    return { id, endpointId };
  });
  if (made.endpointId !== undefined) await signalWaiting(ctx, 'deliveries.waiting');
  return { deliveryId: made.id, queued: made.endpointId !== undefined };
}
