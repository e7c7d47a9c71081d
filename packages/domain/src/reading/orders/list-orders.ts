import type { Prisma } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { approvableKinds, mayApprove } from '../../orders/index.ts';
import { olderThan } from '../older-than.ts';
import { readingIssues } from '../refusals.ts';
import { type OrderView, viewOrders } from './order-view.ts';
import { type ListOrdersInput, listOrdersSchema } from './schemas.ts';

/** Orders that wait for a person, or that a person decided about. Orders without approval are in neither list. */
const states: Record<'waiting' | 'decided', (now: Date) => Prisma.OrderWhereInput> = {
  waiting: (now) => ({ status: 'awaiting_approval', expiresAt: { gt: now } }),
  decided: (now) => ({
    OR: [
      { decidedAt: { not: null } },
      { status: 'expired', kind: { in: approvableKinds } },
      { status: 'awaiting_approval', expiresAt: { lte: now } },
    ],
  }),
};

/** `isJoinable`: the reader may select it, to approve it together with others. */
type ListedOrder = OrderView & { isJoinable: boolean };

/**
 * A tenant's orders, newest first, a page at a time. `next` is the cursor of the next page, null on the last one.
 * @throws DomainError invalid_input
 */
export async function listOrders(
  ctx: TenantContext,
  input: ListOrdersInput,
): Promise<{ orders: ListedOrder[]; next: string | null }> {
  requirePermission(ctx, 'orders.read');
  const { state, kinds, resourceId, before, limit } = parseInput(listOrdersSchema, input);
  const { prisma } = ctx.db;
  const { applicationId, environment } = ctx.tenant;
  const tenant = { applicationId, environment };
  const after = before ? await prisma.order.findFirst({ where: { id: before, ...tenant } }) : undefined;
  if (before && !after) throw invalidInput(issue('before', readingIssues.orderElsewhere));
  const rows = await prisma.order.findMany({
    where: {
      ...tenant,
      resourceId,
      ...(kinds && { kind: { in: kinds } }),
      AND: [...(state ? [states[state](ctx.clock.now())] : []), ...(after ? [olderThan(after)] : [])],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const orders = (await viewOrders(ctx, rows.slice(0, limit))).map((order) => ({
    ...order,
    isJoinable:
      order.status === 'awaiting_approval' &&
      order.alone === null &&
      ctx.actor !== `user:${order.requestedBy.userId}` &&
      mayApprove(ctx, order.kind),
  }));
  return { orders, next: rows.length > limit ? (orders.at(-1)?.orderId ?? null) : null };
}
