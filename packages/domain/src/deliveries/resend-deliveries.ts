import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { queueAgain } from './resend-delivery.ts';
import { type ResendDeliveriesInput, resendDeliveriesSchema } from './schemas.ts';
import { lockDelivery, requireAll } from './scope.ts';

/**
 * Result for one delivery. `under_way`: it is being sent or was just sent again; `disabled`: its endpoint is disabled;
 * `erased`: its body was deleted. Only `queued` changes the row.
 */
type Resent = 'queued' | 'under_way' | 'disabled' | 'erased';

/**
 * Sends chosen deliveries again, each like `resendDelivery` and with its own audit entry. A delivery that cannot be sent
 * does not stop the others.
 * @returns the result for each, in the order of the ids
 * @throws DomainError invalid_input (also: more than 100), not_found when one of them is not the tenant's: then nothing is sent
 */
export async function resendDeliveries(
  ctx: ActorContext,
  input: ResendDeliveriesInput,
): Promise<{ results: { deliveryId: string; result: Resent }[] }> {
  requirePermission(ctx, 'endpoints.write');
  const { deliveryIds, ...tenant } = parseInput(resendDeliveriesSchema, input);
  const wanted = [...new Set(deliveryIds)];
  await requireAll(ctx.db.pool, tenant, wanted);
  const results: { deliveryId: string; result: Resent }[] = [];
  for (const deliveryId of wanted) {
    results.push({ deliveryId, result: await resendOne(ctx, { deliveryId, ...tenant }) });
  }
  if (results.some(({ result }) => result === 'queued')) await signalWaiting(ctx, 'deliveries.waiting');
  return { results };
}

/** One transaction per delivery, because locks on many deliveries would block the workers. */
function resendOne(ctx: ActorContext, which: Parameters<typeof lockDelivery>[1]): Promise<Resent> {
  return ctx.db.transaction(async (db) => {
    const delivery = await lockDelivery(db, which);
    if (delivery.endpoint.deletedAt || delivery.endpoint.status === 'disabled') return 'disabled';
    if (delivery.isErased) return 'erased';
    return (await queueAgain(ctx, db, delivery)) ? 'queued' : 'under_way';
  });
}
