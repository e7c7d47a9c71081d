import type { DisbursementStatus, OrderModel } from '@tillgate/db';
import type { TenantContext } from '../../kernel/context.ts';
import { type OrderOutcome, readOutcome, reasonToApproveAlone } from '../../orders/index.ts';
import { describeActors } from '../actors.ts';

export type PersonView = { userId: string; name: string | null; email: string };

/** An order as people see it. Times are ISO 8601, UTC. */
export type OrderView = {
  orderId: string;
  kind: OrderModel['kind'];
  status: OrderModel['status'];
  /** The input of its operation. */
  input: Record<string, unknown>;
  /** Whole KES; null when no money moves. */
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
  /** The payment, disbursement or inquiry that it is about or has created. */
  resourceId: string | null;
  /** Why it cannot be approved together with others; null when it can. */
  alone: 'other_kind' | 'changed_number' | null;
  /** The status of the payout or refund that it created; null while there is none. */
  result: DisbursementStatus | null;
};

/** Orders of one application, with the names of the people in them. */
export async function viewOrders(
  ctx: Pick<TenantContext, 'db' | 'clock' | 'log'>,
  orders: OrderModel[],
): Promise<OrderView[]> {
  const [first] = orders;
  if (!first) return [];
  const userIds = orders.flatMap(({ requestedBy, decidedBy }) => [requestedBy, ...(decidedBy ? [decidedBy] : [])]);
  const describe = await describeActors(
    ctx.db.prisma,
    first.applicationId,
    userIds.map((userId) => `user:${userId}`),
  );
  const personOf = (userId: string): PersonView => {
    const view = describe(`user:${userId}`);
    return view.kind === 'person'
      ? { userId, name: view.name, email: view.email ?? '' }
      : { userId, name: null, email: '' };
  };
  const results = await readResults(ctx, orders);
  const now = ctx.clock.now();
  return orders.map((order) => ({
    orderId: order.id,
    kind: order.kind,
    // Shown as expired even before a sweep records it.
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
    outcome: readOutcome(ctx, order),
    resourceId: order.resourceId,
    alone: reasonToApproveAlone(order) ?? null,
    result: results.get(order.resourceId ?? '') ?? null,
  }));
}

/** The status of the disbursements that orders have created, by their ids. */
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
