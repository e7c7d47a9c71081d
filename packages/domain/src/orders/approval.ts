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
/** The facts of an order that decisions need. */
export type Asked = {
  kind: OrderKind;
  environment: Environment;
  requestedBy: string;
  createdAt: Date;
  /** The saved recipient of the payout, as it was at the request. */
  recipient: SavedPayee | null;
};

/** The permission to request an order of this kind. Approving it also needs orders.approve. */
export function permissionOf(kind: OrderKind): Permission {
  return orderKinds[kind].permission;
}

/** The kinds that may need a second person. */
export const approvableKinds = Object.values(OrderKind).filter((kind) => orderKinds[kind].approval !== undefined);

/** Whether this policy judges orders of this kind by the sum of a day. */
export function isJudgedBySum(policy: Thresholds, kind: OrderKind): boolean {
  const { approval } = orderKinds[kind];
  return approval !== undefined && approval !== 'always' && policy[approval] !== null;
}

/**
 * The state in which an order starts. Many small orders count like one large one. What somebody asks for who approves
 * nothing always waits for a person who does.
 * @param unapproved money that left in the last 24 hours by orders of this kind without a second person, whole KES
 */
export function decideApproval(
  policy: Thresholds,
  kind: OrderKind,
  amount: number | null,
  unapproved: number,
  requester: Pick<Member, 'seat'>,
): 'awaiting_approval' | 'approved' {
  const { approval } = orderKinds[kind];
  if (approval === 'always') return 'awaiting_approval';
  if (approval && requester.seat && !may(requester.seat.role, 'orders.approve')) return 'awaiting_approval';
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
 * Why a member may not decide about an order yet although their role allows it; undefined when they may. New members may
 * decide in the sandbox at once.
 */
export function decisionObstacle(order: Asked, decider: Member, requester: Member, now: Date): Obstacle | undefined {
  const own = payeeObstacle(order.recipient, decider, now);
  if (own) return own;
  if (order.environment === 'sandbox' || !decider.seat || !requester.seat) return undefined;
  return secondPersonObstacle(decider.seat, requester.seat, order.createdAt, now);
}

/** A person who recently saved the number of a payout may not decide about that payout. */
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
  // New members may reject an order, but not approve it.
  if (decision === 'reject') return undefined;
  if (!mayRequest(requester, order.kind)) {
    const detail = orderRefusals.requesterGoneSoUnapprovable;
    return new DomainError('forbidden', detail);
  }
  const obstacle = decisionObstacle(order, decider, requester, now);
  return obstacle && obstacleRefusal(obstacle);
}

/** Why a member may not request an order yet although their role allows it; undefined when they may. */
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
 * Why an approved order may no longer be executed, or undefined. The worker does not rely on the status alone: it judges
 * the people and the amount as they are now.
 * @param asked the amount that will be paid
 * @param needs what the current policy requires for it
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
