import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Decided } from './decide-order.ts';
import { closedRefusal, personOf } from './order.ts';
import { orderRefusals } from './refusals.ts';
import { getOwnOrder } from './scope.ts';
import { cancel } from './statements.ts';

/**
 * Cancels an order that nobody has decided about. Cancelling twice is the same as once.
 * @throws DomainError not_found, forbidden (somebody else's order), invalid_input (expired, or
 *   decided)
 */
export async function cancelOrder(ctx: TenantContext, { orderId }: { orderId: string }): Promise<Decided> {
  requirePermission(ctx, 'orders.read');
  const userId = personOf(ctx.actor);
  const order = await getOwnOrder(ctx, orderId);
  if (order.requestedBy !== userId) {
    throw new DomainError('forbidden', orderRefusals.othersOrder);
  }
  const now = ctx.clock.now();
  const cancelled = await cancel(ctx.db.pool, order.id, now, {
    id: uuidv7({ msecs: now.getTime() }),
    actor: ctx.actor,
    action: 'order.cancelled',
    detail: { environment: ctx.tenant.environment, kind: order.kind, amount: order.amount },
  });
  if (cancelled) return { orderId: order.id, status: 'cancelled' };
  const current = await getOwnOrder(ctx, order.id);
  if (current.status === 'cancelled') return { orderId: order.id, status: 'cancelled' };
  throw closedRefusal(current, now) ?? new Error(`order ${order.id} is open and was not cancelled`);
}
