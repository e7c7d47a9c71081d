import type { OrderModel } from '@tillgate/db';
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
import { olderThan } from '../older-than.ts';
import { type DecisionFacts, readDecisionFacts } from './decision-facts.ts';
import { type OrderView, type PersonView, viewOrders } from './order-view.ts';

type OrderDetail = OrderView & {
  isOwn: boolean;
  /** Whether the role of the reader lets them decide about it. */
  mayDecide: boolean;
  /** Why the reader may reject it, but not approve it yet. */
  obstacle: { why: Obstacle['why']; until: string } | null;
  /** The members who may approve it, while it waits. */
  approvers: PersonView[];
  /** The facts for a decision; null for readers who may not decide, and for orders that move no money out. */
  facts: DecisionFacts | null;
  /** The review of the confirmation that it is about; null for other kinds. */
  reviewId: string | null;
  /** The waiting orders beside it in the list: newer and older ones. */
  beside: { newerId: string | null; olderId: string | null };
};

/**
 * An order, and the actions that the reader may take.
 * @throws DomainError not_found, also for an order of another tenant and an invalid id
 */
export async function getOrder(ctx: TenantContext, { orderId }: { orderId: string }): Promise<OrderDetail> {
  requirePermission(ctx, 'orders.read');
  const order = await getOwnOrder(ctx, orderId);
  const userId = personOf(ctx.actor);
  const [view] = await viewOrders(ctx, [order]);
  if (!view) throw new Error('an order has a view');
  const isOwn = order.requestedBy === userId;
  const [reviewId, beside] = await Promise.all([findReviewId(ctx, order), findBeside(ctx, order)]);
  if (view.status !== 'awaiting_approval')
    return { ...view, isOwn, mayDecide: false, obstacle: null, approvers: [], facts: null, reviewId, beside };
  const { prisma } = ctx.db;
  const members = await findMembers(prisma, order.applicationId, [userId, order.requestedBy]);
  const memberOf = (id: string) => ({ userId: id, seat: members.of(id) });
  const [reader, requester] = [memberOf(userId), memberOf(order.requestedBy)];
  const approvers = await findApprovers(prisma, order.applicationId, order.kind, order.requestedBy);
  const asked = askedOf(order);
  const decides = mayDecideByRole(reader, asked);
  const obstacle = decides ? decisionObstacle(asked, reader, requester, ctx.clock.now()) : undefined;
  const facts = decides ? await readDecisionFacts(ctx, order) : null;
  const found = obstacle ? viewObstacle(obstacle) : null;
  return { ...view, isOwn, mayDecide: decides, obstacle: found, approvers, facts, reviewId, beside };
}

/** The review page shows the second person the receipt and the provider's answer about it. */
async function findReviewId({ db, tenant }: TenantContext, { kind, resourceId }: OrderModel): Promise<string | null> {
  if (kind !== 'not_money' || resourceId === null) return null;
  const review = await db.prisma.review.findFirst({
    where: { ...tenant, subjectKind: 'callback', subjectId: resourceId },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  return review?.id ?? null;
}

/** The list of waiting orders has the newest first. */
async function findBeside({ db, tenant, clock }: TenantContext, order: OrderModel): Promise<OrderDetail['beside']> {
  const { applicationId, environment } = tenant;
  const waiting = { applicationId, environment, status: 'awaiting_approval' as const, expiresAt: { gt: clock.now() } };
  const { createdAt, id } = order;
  const [newer, older] = await Promise.all([
    db.prisma.order.findFirst({
      where: { ...waiting, OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
    }),
    db.prisma.order.findFirst({
      where: { ...waiting, ...olderThan(order) },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    }),
  ]);
  return { newerId: newer?.id ?? null, olderId: older?.id ?? null };
}

const viewObstacle = ({ why, until }: Obstacle) => ({ why, until: until.toISOString() });
