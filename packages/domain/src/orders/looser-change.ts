import type { OrderKind, Prisma } from '@tillgate/db';
import { fingerprintOf } from '../idempotency/index.ts';
import type { TenantContext, WithDashboardUrl } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { isAlone } from './alone.ts';
import { mayRequest } from './approval.ts';
import { lockMembers } from './members.ts';
import { personOf } from './order.ts';
import { orderRefusals } from './refusals.ts';
import { requestOrder } from './request-order.ts';

// What changes of the policy and of the guard's rules share: those that loosen anything wait as orders.

type Tx = Prisma.TransactionClient;
type By = { userId: string; kind: OrderKind };

/**
 * Locks the membership of who changes something, and judges it as it is now.
 * @throws DomainError not_found (no member), forbidden (the role may not)
 */
export async function requireRole(tx: Tx, { tenant }: TenantContext, { userId, kind }: By): Promise<void> {
  const seat = (await lockMembers(tx, tenant.applicationId, [userId])).of(userId);
  if (!seat) throw notFound('application');
  if (mayRequest({ userId, seat }, kind)) return;
  throw new DomainError('forbidden', orderRefusals.policyRole);
}

/** The open order of a person for the same change, so that a double click makes one order. */
export async function findWaiting(
  tx: Tx,
  { tenant, clock }: TenantContext,
  { userId, kind, input: wish }: By & { input: object },
): Promise<string | undefined> {
  const orders = await tx.order.findMany({
    where: { ...tenant, requestedBy: userId, kind, status: 'awaiting_approval', expiresAt: { gt: clock.now() } },
  });
  return orders.find(({ input }) => fingerprintOf({ input }) === fingerprintOf({ input: wish }))?.id;
}

/** What became of a change. `waiting`: it loosens something, and `orderId` waits for another member. */
export type Changed = { status: 'applied' | 'unchanged' } | { status: 'waiting'; orderId: string };

/** A change of the guard as it is in its transaction. */
type Change = {
  /** As an order keeps it. */
  input: object;
  isSame: boolean;
  loosens: boolean;
  /** Makes it take effect, without a second person. */
  store(): Promise<void>;
};

/**
 * Makes a change of the guard take effect at once when it tightens, or when nobody else could approve it. Otherwise it
 * becomes an order for another member.
 * @throws DomainError not_found (no member), forbidden (the role may not)
 */
export async function changeOrAsk(
  ctx: TenantContext & Partial<WithDashboardUrl>,
  wish: (tx: Tx) => Promise<Change>,
): Promise<Changed> {
  const by = { userId: personOf(ctx.actor), kind: 'guard_change' as const };
  const asked = await ctx.db.prisma.$transaction(async (tx) => {
    await requireRole(tx, ctx, by);
    const { input, isSame, loosens, store } = await wish(tx);
    if (isSame) return { status: 'unchanged' as const };
    const { applicationId } = ctx.tenant;
    if (loosens && !(await isAlone(tx, { applicationId, ...by }, ctx.clock.now()))) {
      return { status: 'waiting' as const, input, known: await findWaiting(tx, ctx, { ...by, input }) };
    }
    await store();
    return { status: 'applied' as const };
  });
  if (asked.status !== 'waiting') return asked;
  const { status, input, known } = asked;
  const order = { kind: by.kind, input, requestKey: crypto.randomUUID() };
  return { status, orderId: known ?? (await requestOrder(ctx, order)).orderId };
}
