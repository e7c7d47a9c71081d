import type { OrderKind, OrderStatus } from '@tillgate/db';
import { DomainError } from '../errors.ts';
import { may, type Permission } from '../organizations/index.ts';
import { orderKinds } from './kinds/index.ts';
import { closedRefusal, type Policy } from './order.ts';

// Who may ask for an order, who may decide about it, and whether anybody has to.

type MemberRole = Parameters<typeof may>[0];
type Member = { userId: string; role: MemberRole | undefined };

/** What a member needs to be allowed to ask for it, and, besides orders.approve, to approve it. */
export function permissionOf(kind: OrderKind): Permission {
  return orderKinds[kind].permission;
}

/** The state in which an order starts. */
export function decideApproval(
  policy: Policy,
  kind: OrderKind,
  amount: number | null,
): 'awaiting_approval' | 'approved' {
  const { threshold } = orderKinds[kind];
  const from = threshold ? policy[threshold] : null;
  return from !== null && amount !== null && amount >= from ? 'awaiting_approval' : 'approved';
}

/** Whether a member may ask for it. */
export function mayRequest({ role }: Member, kind: OrderKind): boolean {
  return role !== undefined && may(role, permissionOf(kind));
}

/** Whether a member may decide about what another member asked for. */
export function mayDecide({ userId, role }: Member, order: { kind: OrderKind; requestedBy: string }): boolean {
  return role !== undefined && userId !== order.requestedBy && isApprover(role, order.kind);
}

/** Whether a role may approve what other members ask for. */
export function isApprover(role: MemberRole, kind: OrderKind): boolean {
  return may(role, 'orders.approve') && may(role, permissionOf(kind));
}

/**
 * Why a member may not decide about an order now, or undefined.
 * @param requester as a member today: an order cannot be approved when its requester has lost the
 *   right to ask for it
 */
export function decisionRefusal(
  order: { kind: OrderKind; status: OrderStatus; requestedBy: string; expiresAt: Date },
  decision: 'approve' | 'reject',
  decider: Member,
  requester: Member,
  now: Date,
): DomainError | undefined {
  if (decider.userId === order.requestedBy) {
    return new DomainError('forbidden', 'You asked for this yourself: another person has to decide.');
  }
  if (!mayDecide(decider, order)) return new DomainError('forbidden', 'Your role may not decide about this.');
  const closed = closedRefusal(order, now);
  if (closed) return closed;
  if (decision === 'approve' && !mayRequest(requester, order.kind)) {
    const detail = 'The person who asked for this may no longer ask for it, so it cannot be approved.';
    return new DomainError('forbidden', detail);
  }
  return undefined;
}
