import type { OrderKind, OrderStatus } from '@tillgate/db';
import { hasPermission, type WithAuthority } from '../kernel/authority.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Permission } from '../kernel/permission.ts';
import { may } from '../organizations/index.ts';
import type { Thresholds } from '../policies/index.ts';
import { orderKinds } from './kinds/index.ts';
import { closedRefusal } from './order.ts';

// Who may ask for an order, who may decide about it, and whether anybody has to.

type MemberRole = Parameters<typeof may>[0];
type Member = { userId: string; role: MemberRole | undefined };

/** What a member needs to be allowed to ask for it, and, besides orders.approve, to approve it. */
export function permissionOf(kind: OrderKind): Permission {
  return orderKinds[kind].permission;
}

/** Whether the sum of a day decides about orders of this kind under this policy. */
export function isJudgedBySum(policy: Thresholds, kind: OrderKind): boolean {
  const { approval } = orderKinds[kind];
  return approval !== undefined && approval !== 'always' && policy[approval] !== null;
}

/**
 * The state in which an order starts. Many small orders count like one large one.
 * @param unapproved what left in the last 24 hours by orders of this kind that no second person
 *   approved, whole KES
 */
export function decideApproval(
  policy: Thresholds,
  kind: OrderKind,
  amount: number | null,
  unapproved: number,
): 'awaiting_approval' | 'approved' {
  const { approval } = orderKinds[kind];
  if (approval === 'always') return 'awaiting_approval';
  const from = approval ? policy[approval] : null;
  return from !== null && amount !== null && unapproved + amount >= from ? 'awaiting_approval' : 'approved';
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

/** Whether the caller may approve what other members ask for. */
export function mayApprove(ctx: WithAuthority, kind: OrderKind): boolean {
  return hasPermission(ctx, 'orders.approve') && hasPermission(ctx, permissionOf(kind));
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

type Approved = { kind: OrderKind; amount: number | null; requestedBy: string; decidedBy: string | null };

/**
 * Why an approved order may not be carried out after all, or undefined. The worker does not rely on
 * the status alone: it judges the people and the amount as they are now.
 * @param asked the amount of what will be carried out
 * @param needs what the policy of today says about it
 */
export function executionRefusal(
  order: Approved,
  asked: number | null,
  roles: { requester: MemberRole | undefined; decider: MemberRole | undefined },
  needs: 'awaiting_approval' | 'approved',
): DomainError | undefined {
  if (!mayRequest({ userId: order.requestedBy, role: roles.requester }, order.kind)) {
    return new DomainError('forbidden', 'The person who asked for this may no longer ask for it.');
  }
  if (order.amount !== asked) {
    return new DomainError('forbidden', 'The amount of this order is not the amount that it would move.');
  }
  if (order.decidedBy === null) {
    if (needs === 'approved') return undefined;
    const detail = 'The policy asks for the approval of a second person, and nobody approved this. Ask for it again.';
    return new DomainError('approval_required', detail);
  }
  if (mayDecide({ userId: order.decidedBy, role: roles.decider }, order)) return undefined;
  return new DomainError('forbidden', 'The person who approved this may no longer approve it. Ask for it again.');
}
