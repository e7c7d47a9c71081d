import type { OrderKind, Prisma } from '@tillgate/db';
import { fingerprintOf } from '../idempotency/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { mayRequest } from './approval.ts';
import { lockMembers } from './members.ts';
import { orderRefusals } from './refusals.ts';

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
