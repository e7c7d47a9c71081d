import type { DisbursementStatus, OrderModel } from '@tillgate/db';
import type { TenantContext } from '../../context.ts';
import type { OrderOutcome } from '../../orders/index.ts';

export type PersonView = { userId: string; name: string | null; email: string };

/** An order as people see it. Times are ISO 8601, UTC. */
export type OrderView = {
  orderId: string;
  kind: OrderModel['kind'];
  status: OrderModel['status'];
  /** As the verb takes it. */
  input: Record<string, unknown>;
  /** Whole KES; null where nothing moves. */
  amount: number | null;
  reason: string | null;
  requestedBy: PersonView;
  createdAt: string;
  expiresAt: string;
  decidedBy: PersonView | null;
  decidedAt: string | null;
  decisionNote: string | null;
  executedAt: string | null;
  outcome: OrderOutcome | null;
  /** The payment, disbursement or inquiry that it is about or has made. */
  resourceId: string | null;
  /** What became of the payout or refund that it made; null while it has made none. */
  result: DisbursementStatus | null;
};

const nobody = (userId: string): PersonView => ({ userId, name: null, email: '' });

/** Orders with the names of the people in them. */
export async function viewOrders(ctx: Pick<TenantContext, 'db' | 'clock'>, orders: OrderModel[]): Promise<OrderView[]> {
  const ids = new Set(
    orders.flatMap(({ requestedBy, decidedBy }) => (decidedBy ? [requestedBy, decidedBy] : [requestedBy])),
  );
  const users = await ctx.db.prisma.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, email: true },
  });
  const people = new Map(users.map(({ id: userId, name, email }) => [userId, { userId, name, email }]));
  const personOf = (userId: string) => people.get(userId) ?? nobody(userId);
  const results = await readResults(ctx, orders);
  const now = ctx.clock.now();
  return orders.map((order) => ({
    orderId: order.id,
    kind: order.kind,
    // What the next sweep will say is said at once.
    status: order.status === 'awaiting_approval' && order.expiresAt <= now ? 'expired' : order.status,
    input: order.input as Record<string, unknown>,
    amount: order.amount,
    reason: order.reason,
    requestedBy: personOf(order.requestedBy),
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    decidedBy: order.decidedBy ? personOf(order.decidedBy) : null,
    decidedAt: order.decidedAt?.toISOString() ?? null,
    decisionNote: order.decisionNote,
    executedAt: order.executedAt?.toISOString() ?? null,
    outcome: order.outcome as OrderOutcome | null,
    resourceId: order.resourceId,
    result: results.get(order.resourceId ?? '') ?? null,
  }));
}

/** How the disbursements stand that some orders have made, by their ids. */
async function readResults({ db }: Pick<TenantContext, 'db'>, orders: OrderModel[]) {
  const made = orders.filter(({ kind, status }) => status === 'executed' && (kind === 'payout' || kind === 'reversal'));
  const ids = made.flatMap(({ resourceId }) => (resourceId ? [resourceId] : []));
  if (ids.length === 0) return new Map<string, DisbursementStatus>();
  const rows = await db.prisma.disbursement.findMany({
    where: { id: { in: ids } },
    select: { id: true, status: true },
  });
  return new Map(rows.map(({ id, status }) => [id, status]));
}
