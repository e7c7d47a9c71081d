import type { OrderModel, Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { decisionRefusal } from './approval.ts';
import { askedOf } from './asked.ts';
import { lockMembers } from './members.ts';
import { expiryOf, personOf } from './order.ts';
import { restoreRefusal } from './restore-refusal.ts';
import { getOwnOrder } from './scope.ts';
import { followRejection, lockOrder, recordDecision } from './statements.ts';

export type Decided = { orderId: string; status: OrderModel['status'] };

/**
 * Records the decision of another person about an order. The current roles of both people count, not those at the
 * request. Deciding the same way again is the same as once.
 * @param also what else the decision changes, in its transaction
 * @throws DomainError not_found, forbidden, invalid_input (expired, or decided otherwise)
 */
export async function decideOrder(
  ctx: TenantContext,
  { orderId, note }: { orderId: string; note: string | null },
  decision: 'approve' | 'reject',
  also?: (tx: Prisma.TransactionClient, order: OrderModel) => Promise<void>,
): Promise<Decided & { isNew: boolean }> {
  const decidedBy = personOf(ctx.actor);
  const order = await getOwnOrder(ctx, orderId);
  const to = decision === 'approve' ? ('approved' as const) : ('rejected' as const);
  const now = ctx.clock.now();
  const status = await ctx.db.prisma.$transaction(async (tx) => {
    const { applicationId, environment } = ctx.tenant;
    const members = await lockMembers(tx, applicationId, [decidedBy, order.requestedBy]);
    const memberOf = (userId: string) => ({ userId, seat: members.of(userId) });
    if (!members.of(decidedBy)) throw notFound('order');
    const current = await lockOrder(tx, order.id);
    if (isRepeat(current, decidedBy, decision)) return undefined;
    const [decider, requester] = [memberOf(decidedBy), memberOf(order.requestedBy)];
    const refusal = decisionRefusal(askedOf(current), decision, decider, requester, now);
    const restored = decision === 'approve' ? await restoreRefusal(ctx.db.pool, current) : undefined;
    if (refusal ?? restored) throw refusal ?? restored;
    await also?.(tx, current);
    await recordDecision(tx, order.id, {
      status: to,
      decidedBy,
      decidedAt: now,
      decisionNote: note,
      ...(to === 'approved' && { expiresAt: expiryOf(to, now) }),
    });
    if (to === 'rejected') await followRejection(tx, order.id, now);
    await audit(tx, {
      actor: ctx.actor,
      action: `order.${to}`,
      subjectId: order.id,
      organizationId: members.organizationId,
      applicationId,
      detail: { environment, kind: order.kind, amount: order.amount, requestedBy: order.requestedBy },
      at: now,
    });
    return to;
  });
  if (status) return { orderId: order.id, status, isNew: true };
  return { orderId: order.id, status: (await getOwnOrder(ctx, order.id)).status, isNew: false };
}

function isRepeat({ status, decidedBy }: OrderModel, by: string, decision: 'approve' | 'reject'): boolean {
  if (decidedBy !== by) return false;
  return decision === 'reject' ? status === 'rejected' : status === 'approved' || status === 'executed';
}
