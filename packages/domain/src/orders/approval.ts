import { type Environment, OrderKind, type OrderStatus } from '@tillgate/db';
import { hasPermission, type WithAuthority } from '../kernel/authority.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Permission } from '../kernel/permission.ts';
import {
  may,
  type Obstacle,
  obstacleRefusal,
  type Seat,
  type Seats,
  secondPersonObstacle,
  settlesAt,
  wayInObstacle,
  whoAnswers,
} from '../organizations/index.ts';
import type { Thresholds } from '../policies/index.ts';
import type { SavedPayee } from '../recipients/index.ts';
import { orderKinds } from './kinds/index.ts';
import { closedRefusal } from './order.ts';
import { orderRefusals } from './refusals.ts';

// Who may ask for an order, who may decide about it, and whether anybody has to.

type MemberRole = Parameters<typeof may>[0];
/** A person, and their seat in the organization; without one they are no member. */
export type Member = { userId: string; seat: Seat | undefined };
/** What decisions ask about an order. */
export type Asked = {
  kind: OrderKind;
  environment: Environment;
  requestedBy: string;
  createdAt: Date;
  /** The saved recipient that it goes to, as it was when somebody asked. */
  recipient: SavedPayee | null;
};

/** What a member needs to be allowed to ask for it, and, besides orders.approve, to approve it. */
export function permissionOf(kind: OrderKind): Permission {
  return orderKinds[kind].permission;
}

/** The kinds of which some or all need another person. */
export const approvableKinds = Object.values(OrderKind).filter((kind) => orderKinds[kind].approval !== undefined);

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
export function mayRequest({ seat }: Member, kind: OrderKind): boolean {
  return seat !== undefined && may(seat.role, permissionOf(kind));
}

/** Whether the role of a member lets them decide about what another member asked for. */
export function mayDecideByRole({ userId, seat }: Member, order: Pick<Asked, 'kind' | 'requestedBy'>): boolean {
  return seat !== undefined && userId !== order.requestedBy && isApprover(seat.role, order.kind);
}

/**
 * Why the word of a member about an order does not count yet, although their role may decide about it; undefined when it
 * counts. Nothing is at stake in the sandbox, so new people count there at once.
 */
export function decisionObstacle(order: Asked, decider: Member, requester: Member, now: Date): Obstacle | undefined {
  const own = payeeObstacle(order.recipient, decider, now);
  if (own) return own;
  if (order.environment === 'sandbox' || !decider.seat || !requester.seat) return undefined;
  return secondPersonObstacle(decider.seat, requester.seat, order.createdAt, now);
}

/** Who saved the number of a payout a short while ago does not decide about it. */
function payeeObstacle(recipient: SavedPayee | null, { userId, seat }: Member, now: Date): Obstacle | undefined {
  if (!recipient) return undefined;
  const answers = seat ? whoAnswers(seat, now) : `user:${userId}`;
  const isOwn = recipient.savedBy === `user:${userId}` || recipient.answeredBy === answers;
  const until = settlesAt(new Date(recipient.savedAt));
  return isOwn && until > now ? { why: 'own_payee', until } : undefined;
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
  order: Asked & { status: OrderStatus; expiresAt: Date },
  decision: 'approve' | 'reject',
  decider: Member,
  requester: Member,
  now: Date,
): DomainError | undefined {
  if (decider.userId === order.requestedBy) {
    return new DomainError('forbidden', orderRefusals.ownOrder);
  }
  if (!mayDecideByRole(decider, order)) return new DomainError('forbidden', orderRefusals.decidingRole);
  const closed = closedRefusal(order, now);
  if (closed) return closed;
  // Who is new may stop money. They do not let it go.
  if (decision === 'reject') return undefined;
  if (!mayRequest(requester, order.kind)) {
    const detail = orderRefusals.requesterGoneSoUnapprovable;
    return new DomainError('forbidden', detail);
  }
  const obstacle = decisionObstacle(order, decider, requester, now);
  return obstacle && obstacleRefusal(obstacle);
}

/** Why a member may not ask for an order yet, although their role may; undefined when they may. */
export function requestObstacle(
  { kind, environment }: Pick<Asked, 'kind' | 'environment'>,
  { seat }: Member,
  now: Date,
): Obstacle | undefined {
  if (environment === 'sandbox' || !seat || orderKinds[kind].approval === undefined) return undefined;
  return wayInObstacle(seat, now);
}

type Approved = Asked & { amount: number | null; decidedBy: string | null };

/**
 * Why an approved order may not be carried out after all, or undefined. The worker does not rely on
 * the status alone: it judges the people and the amount as they are now.
 * @param asked the amount of what will be carried out
 * @param needs what the policy of today says about it
 */
export function executionRefusal(
  order: Approved,
  asked: number | null,
  members: Seats,
  needs: 'awaiting_approval' | 'approved',
  now: Date,
): DomainError | undefined {
  const memberOf = (userId: string) => ({ userId, seat: members.of(userId) });
  const requester = memberOf(order.requestedBy);
  if (!mayRequest(requester, order.kind)) {
    return new DomainError('forbidden', orderRefusals.requesterGone);
  }
  if (order.amount !== asked) {
    return new DomainError('forbidden', orderRefusals.orderAmountDiffers);
  }
  if (order.decidedBy === null) {
    if (needs === 'approved') return undefined;
    const detail = orderRefusals.approvalNeededNow;
    return new DomainError('approval_required', detail);
  }
  const decider = memberOf(order.decidedBy);
  const obstacle = decisionObstacle(order, decider, requester, now);
  if (obstacle) return obstacleRefusal(obstacle);
  if (mayDecideByRole(decider, order)) return undefined;
  return new DomainError('forbidden', orderRefusals.approverGone);
}
