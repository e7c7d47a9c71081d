import type { OrderKind, OrderStatus } from '@tillgate/db';
import type { Actor } from '../context.ts';
import { DomainError, type ErrorExtras } from '../errors.ts';
import { maskMsisdn } from '../msisdn.ts';
import { may, type Permission } from '../organizations/index.ts';

/**
 * What a person asked the dashboard to do with money or with the provider.
 *
 *   (none) → awaiting_approval → approved → executed
 *                 │                 └→ expired
 *                 └→ rejected | cancelled | expired
 *
 * What needs nobody's approval begins as approved. The worker alone executes.
 */

/** How long another person has to decide. */
export const approvalHours = 24;
/** How long an approved order may wait for a worker: nobody expects money to move hours after the button was pressed. */
export const executionMinutes = 15;

/** Longer than any verb can last, so that a claim lapses only when its holder died. */
export const claimSeconds = 130;
/** What the sweep has published is nobody else's to publish for this long, and is free to be claimed. */
export const queueSeconds = 10;
/** Attempts that ended in an error of ours, after which the order is given up. */
export const attemptsMax = 5;

export type { OrderKind, OrderStatus };

const permissions: Record<OrderKind, Permission> = {
  collect: 'payments.collect',
  payout: 'payouts.request',
  reversal: 'reversals.request',
  payment_query: 'payments.query',
  transaction_status: 'inquiries.ask',
  account_balance: 'inquiries.ask',
  c2b_registration: 'offline.write',
  qr_code: 'payments.collect',
  credential_check: 'credentials.write',
};

/** What a member needs to be allowed to ask for it, and, besides orders.approve, to approve it. */
export function permissionOf(kind: OrderKind): Permission {
  return permissions[kind];
}

/** Kinds that run under an idempotency key: a second run never does a second thing. */
export const endpointOf = { collect: 'collect', payout: 'payout', reversal: 'reversal' } as const;

/** Whether it has an idempotency key, which tells what became of an interrupted run. */
export function isKeyed(kind: OrderKind): kind is keyof typeof endpointOf {
  return kind in endpointOf;
}

/** From which amount on another person must approve, whole KES; null never. */
export type Policy = { payoutFrom: number | null; reversalFrom: number | null };

export const noPolicy: Policy = { payoutFrom: null, reversalFrom: null };

/** Where an order begins. */
export function decideApproval(
  policy: Policy,
  kind: OrderKind,
  amount: number | null,
): 'awaiting_approval' | 'approved' {
  const from = kind === 'payout' ? policy.payoutFrom : kind === 'reversal' ? policy.reversalFrom : null;
  return from !== null && amount !== null && amount >= from ? 'awaiting_approval' : 'approved';
}

/** When an order in that state is no longer good, from when it came into it. */
export function expiryOf(status: 'awaiting_approval' | 'approved', since: Date): Date {
  const minutes = status === 'approved' ? executionMinutes : approvalHours * 60;
  return new Date(since.getTime() + minutes * 60_000);
}

type Member = { userId: string; role: Parameters<typeof may>[0] | undefined };

/** Whether a member may ask for it. */
export function mayRequest({ role }: Member, kind: OrderKind): boolean {
  return role !== undefined && may(role, permissionOf(kind));
}

/** Whether a member may decide about what somebody else asked for. */
export function mayDecide({ userId, role }: Member, order: { kind: OrderKind; requestedBy: string }): boolean {
  return role !== undefined && userId !== order.requestedBy && isApprover(role, order.kind);
}

/** Whether a role may approve what other members ask for. */
export function isApprover(role: Parameters<typeof may>[0], kind: OrderKind): boolean {
  return may(role, 'orders.approve') && may(role, permissionOf(kind));
}

type Decidable = { kind: OrderKind; status: OrderStatus; requestedBy: string; expiresAt: Date };

/**
 * Why a member may not decide about an order now, or undefined.
 * @param requester as a member today: who has lost the right to ask cannot have it done by others
 */
export function decisionRefusal(
  order: Decidable,
  decision: 'approve' | 'reject',
  decider: Member,
  requester: Member,
  now: Date,
): DomainError | undefined {
  if (decider.userId === order.requestedBy) {
    return new DomainError('forbidden', 'You asked for this yourself: another person has to decide.');
  }
  if (!mayDecide(decider, order)) return new DomainError('forbidden', 'Your role may not decide about this.');
  const standing = standingRefusal(order, now);
  if (standing) return standing;
  if (decision === 'approve' && !mayRequest(requester, order.kind)) {
    return new DomainError('forbidden', 'Who asked for this may no longer ask for it, so it cannot be approved.');
  }
  return undefined;
}

const ended: Record<OrderStatus, string> = {
  awaiting_approval: 'has expired',
  approved: 'is approved already',
  executed: 'is approved and carried out already',
  rejected: 'is rejected already',
  expired: 'has expired',
  cancelled: 'is cancelled already',
};

/** Why an order cannot be decided about any more, or undefined. */
export function standingRefusal({ status, expiresAt }: Omit<Decidable, 'kind'>, now: Date): DomainError | undefined {
  if (status === 'awaiting_approval' && expiresAt > now) return undefined;
  const issues = [{ path: 'orderId', message: ended[status] }];
  return new DomainError('invalid_input', `The order ${ended[status]}.`, { issues });
}

/**
 * The person who acts.
 * @throws DomainError forbidden when it is no person
 */
export function personOf(actor: Actor): string {
  const [kind, userId] = actor.split(':');
  if (kind !== 'user' || !userId) throw new DomainError('forbidden', 'Only a person can do this.');
  return userId;
}

/** What came of carrying an order out, as it is kept and shown. */
export type OrderOutcome = { ok: true; [fact: string]: unknown } | FailedOutcome;
export type FailedOutcome = { ok: false; code: string; detail: string; [fact: string]: unknown };

type Failure = { code: string; message: string; extras: ErrorExtras };

/** A refusal as the outcome of an order; the texts for people, who know no idempotency keys. */
export function failedOutcome(kind: OrderKind, { code, message, extras }: Failure): FailedOutcome {
  const { allow: _, replayed: __, ...facts } = extras;
  return { ...facts, ok: false, code, detail: detailOf(kind, code, message, extras) };
}

function detailOf(kind: OrderKind, code: string, message: string, extras: ErrorExtras): string {
  if (extras.indeterminate || code === 'idempotency_indeterminate') {
    return kind === 'collect'
      ? 'The provider gave no clear answer, so the prompt may have been sent. The payment stays pending until its outcome is known: look at it before you try again.'
      : 'The provider gave no clear answer, so money may have moved. It stays pending until its outcome is known: look at it before you try again.';
  }
  if (code === 'rate_limited') {
    return `This phone number has had as many prompts as it may have for now. Try again in ${extras.retryAfterSeconds ?? 60} s.`;
  }
  return message.replace(/ Try again with a new Idempotency-Key\.$/, ' Try again.');
}

/** One line about what is asked, for a mail: no number of a phone in full. */
export function summaryOf(kind: 'payout' | 'reversal', amount: number, about: { phone?: string; receipt?: string }) {
  const sum = `KES ${amount.toLocaleString('en-KE')}`;
  return kind === 'payout'
    ? `Send ${sum} to ${maskMsisdn(about.phone ?? '')}`
    : `Send ${sum} back to the payer of ${about.receipt}`;
}
