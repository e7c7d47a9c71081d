import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import {
  askedOf,
  decisionObstacle,
  findApprovers,
  findMembers,
  getOwnOrder,
  mayDecideByRole,
  personOf,
} from '../../orders/index.ts';
import type { Obstacle } from '../../organizations/index.ts';
import { type DecisionFacts, readDecisionFacts } from './decision-facts.ts';
import { type OrderView, type PersonView, viewOrders } from './order-view.ts';

type OrderDetail = OrderView & {
  isOwn: boolean;
  /** Whether the role of the reader lets them decide about it. */
  mayDecide: boolean;
  /** Why the reader may reject it, but not approve it yet. */
  obstacle: { why: Obstacle['why']; until: string } | null;
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
  if (view.status !== 'awaiting_approval')
    return { ...view, isOwn, mayDecide: false, obstacle: null, approvers: [], facts: null };
  const { prisma } = ctx.db;
  const members = await findMembers(prisma, order.applicationId, [userId, order.requestedBy]);
  const memberOf = (id: string) => ({ userId: id, seat: members.of(id) });
  const [reader, requester] = [memberOf(userId), memberOf(order.requestedBy)];
  const approvers = await findApprovers(prisma, order.applicationId, order.kind, order.requestedBy);
  const asked = askedOf(order);
  const decides = mayDecideByRole(reader, asked);
  const obstacle = decides ? decisionObstacle(asked, reader, requester, ctx.clock.now()) : undefined;
  const facts = decides ? await readDecisionFacts(ctx, order) : null;
  return { ...view, isOwn, mayDecide: decides, obstacle: obstacle ? viewObstacle(obstacle) : null, approvers, facts };
}

const viewObstacle = ({ why, until }: Obstacle) => ({ why, until: until.toISOString() });
