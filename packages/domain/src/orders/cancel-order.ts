import { audit } from '../audit/index.ts';
import type { TenantContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Decided } from './decide-order.ts';
import { personOf, standingRefusal } from './order.ts';
import { getOwnOrder } from './scope.ts';

/**
 * Takes back what the member asked for and nobody has decided about. Cancelling twice is the same as once.
 * @throws DomainError not_found, forbidden (somebody else's), invalid_input (expired, or decided)
 */
export async function cancelOrder(ctx: TenantContext, { orderId }: { orderId: string }): Promise<Decided> {
  const userId = personOf(ctx.actor);
  const order = await getOwnOrder(ctx, orderId);
  if (order.requestedBy !== userId) {
    throw new DomainError('forbidden', 'Only who asked for it can take it back. You can reject it.');
  }
  const now = ctx.clock.now();
  const waiting = { id: order.id, status: 'awaiting_approval' as const, expiresAt: { gt: now } };
  const done = await ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.order.updateMany({
      where: waiting,
      data: { status: 'cancelled', decidedAt: now },
    });
    if (count === 0) return false;
    const { applicationId, environment } = ctx.tenant;
    const application = await tx.application.findUniqueOrThrow({ where: { id: applicationId } });
    await audit(tx, {
      actor: ctx.actor,
      action: 'order.cancelled',
      subjectId: order.id,
      organizationId: application.organizationId,
      applicationId,
      detail: { environment, kind: order.kind, amount: order.amount },
      at: now,
    });
    return true;
  });
  if (done) return { orderId: order.id, status: 'cancelled' };
  const current = await getOwnOrder(ctx, order.id);
  if (current.status === 'cancelled') return { orderId: order.id, status: 'cancelled' };
  throw standingRefusal(current, now) ?? new Error(`order ${order.id} is open and was not cancelled`);
}
