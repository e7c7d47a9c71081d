import type { OrderStatus } from '@tillgate/db';
import type { Actor } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { issue } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import { minuteMs } from '../kernel/time.ts';
import { orderIssues, orderRefusals } from './refusals.ts';

/**
 * An action with money or with the provider that a member requested in the dashboard.
 *
 *   (none) → awaiting_approval → approved → executed
 *                 │                 └→ expired
 *                 └→ rejected | cancelled | expired
 *
 * An order that needs no approval starts as approved. Only the worker executes orders.
 */

/** How long another person has to decide. */
export const approvalHours = 24;
/** How long an approved order may wait for a worker. Later than that, money would move unexpectedly. */
const executionMinutes = 15;

/** Longer than any verb takes, so that a claim lapses only when its holder died. */
export const claimSeconds = 120;
/** The sweep does not publish an order again for this long, at least. */
export const queueSeconds = 10;
/** After this many attempts with an error of ours, the order fails. */
export const attemptsMax = 5;

/**
 * When an order that entered a state at `since` expires.
 * @param hours how long another person has to decide
 */
export function expiryOf(status: 'awaiting_approval' | 'approved', since: Date, hours: number = approvalHours): Date {
  const minutes = status === 'approved' ? executionMinutes : hours * 60;
  return new Date(since.getTime() + minutes * minuteMs);
}

const ended: Record<OrderStatus, Named> = {
  awaiting_approval: orderIssues.orderExpired,
  approved: orderIssues.orderApproved,
  executed: orderIssues.orderDone,
  rejected: orderIssues.orderRejected,
  expired: orderIssues.orderExpired,
  cancelled: orderIssues.orderCancelled,
};

/** Why an order is closed for decisions, or undefined. */
export function closedRefusal(
  { status, expiresAt }: { status: OrderStatus; expiresAt: Date },
  now: Date,
): DomainError | undefined {
  if (status === 'awaiting_approval' && expiresAt > now) return undefined;
  const found = issue('orderId', ended[status]);
  return new DomainError('invalid_input', `The order ${found.message}.`, { issues: [found] });
}

/**
 * The id of the person who acts.
 * @throws DomainError forbidden when the actor is not a person
 */
export function personOf(actor: Actor): string {
  const [kind, userId] = actor.split(':');
  if (kind !== 'user' || !userId) throw new DomainError('forbidden', orderRefusals.personOnly);
  return userId;
}
