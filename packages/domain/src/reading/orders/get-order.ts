import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { findApprovers, findRole, getOwnOrder, mayDecide, personOf } from '../../orders/index.ts';
import { type DecisionFacts, readDecisionFacts } from './decision-facts.ts';
import { type OrderView, type PersonView, viewOrders } from './order-view.ts';

type OrderDetail = OrderView & {
  isOwn: boolean;
  /** Whether the reader may decide about it now. */
  mayDecide: boolean;
  /** Who may, while it waits. */
  approvers: PersonView[];
  /** What to know before deciding; null for who may not decide, and where no money goes out. */
  facts: DecisionFacts | null;
};

/**
 * An order, and what the reader may do about it.
 * @throws DomainError not_found, also for an order of another tenant and an invalid id
 */
export async function getOrder(ctx: TenantContext, { orderId }: { orderId: string }): Promise<OrderDetail> {
  requirePermission(ctx, 'orders.read');
  const order = await getOwnOrder(ctx, orderId);
  const userId = personOf(ctx.actor);
  const [view] = await viewOrders(ctx, [order]);
  if (!view) throw new Error('an order has a view');
  const isOwn = order.requestedBy === userId;
  if (view.status !== 'awaiting_approval') return { ...view, isOwn, mayDecide: false, approvers: [], facts: null };
  const { prisma } = ctx.db;
  const role = await findRole(prisma, order.applicationId, userId);
  const approvers = await findApprovers(prisma, order.applicationId, order.kind, order.requestedBy);
  const decides = mayDecide({ userId, role }, order);
  const facts = decides ? await readDecisionFacts(ctx, order) : null;
  return { ...view, isOwn, mayDecide: decides, approvers, facts };
}
