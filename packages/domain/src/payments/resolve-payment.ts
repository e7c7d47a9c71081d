import type { Queryable } from '@tillgate/db';
import type { TenantContext } from '../kernel/context.ts';
import { type DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import {
  decideResolution,
  type Resolution,
  type ResolutionStep,
  type Resolved,
  type Resolving,
  receiptInUse,
  settlementBy,
} from '../kernel/resolution.ts';
import { resolveReviewed } from '../reviews/index.ts';
import { paymentEvent } from './payment-event.ts';
import { findByReceipt, isReceiptTaken, type PaymentRow } from './read-statements.ts';
import { paymentIssues } from './refusals.ts';
import { lockStuckPayments } from './resolution-statements.ts';
import { storeSettlement } from './statements.ts';

type ResolutionOf = Resolving & { paymentId: string };

/**
 * Settles a prompt manually, with its webhook and an audit entry, and closes its reviews, in one commit. Resolving the
 * same way again is the same as once.
 * @throws DomainError not_found, invalid_input (with `paymentId` when another payment has the
 *   receipt)
 */
export async function resolvePayment(ctx: TenantContext, input: ResolutionOf): Promise<Resolved> {
  const { paymentId, resolution, note } = input;
  try {
    return await resolveReviewed(ctx, { kind: 'payment', id: paymentId }, note, async (db) => {
      const payment = await lockOwn(db, ctx, paymentId);
      const decision = decide(payment, resolution, ctx.clock.now());
      return decision.kind === 'settle' ? settle(db, ctx, payment, decision, input) : decision.resolved;
    });
  } catch (error) {
    if (resolution.as !== 'paid' || !isReceiptTaken(error)) throw error;
    const { shortcode } = await ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
    throw await refuseTaken(ctx, shortcode, resolution.receipt);
  }
}

/**
 * Refuses a resolution that is not possible now, and returns the payment's amount in whole KES.
 * @throws DomainError not_found, invalid_input
 */
export async function checkResolution(
  ctx: TenantContext,
  { paymentId, resolution }: Pick<ResolutionOf, 'paymentId' | 'resolution'>,
): Promise<{ amount: number }> {
  const payment = await ctx.db.transaction((db) => lockOwn(db, ctx, paymentId));
  decide(payment, resolution, ctx.clock.now());
  if (resolution.as === 'paid') {
    const { shortcode, environment } = payment;
    const holder = await findByReceipt(ctx.db.pool, { shortcode, environment, receipt: resolution.receipt });
    if (holder && holder.id !== payment.id) throw await refuseTaken(ctx, shortcode, resolution.receipt);
  }
  return { amount: payment.amount };
}

async function lockOwn(db: Queryable, { tenant }: TenantContext, paymentId: string): Promise<PaymentRow> {
  const [payment] = await lockStuckPayments(db, [paymentId], tenant);
  if (!payment) throw notFound('payment');
  return payment;
}

/** @throws DomainError invalid_input */
function decide(payment: PaymentRow, resolution: Resolution, now: Date) {
  if (payment.source !== 'stk') {
    throw invalidInput(issue('subjectId', paymentIssues.offlineIsSettled));
  }
  if (payment.sameMoneyAs !== null && resolution.as === 'paid') {
    throw invalidInput(issue('as', paymentIssues.linkedElsewhere({ payment: payment.sameMoneyAs })));
  }
  const decision = decideResolution(payment, resolution, now);
  if (decision.kind === 'refuse') throw decision.refusal;
  return decision;
}

async function settle(
  db: Queryable,
  ctx: TenantContext,
  payment: PaymentRow,
  step: ResolutionStep,
  by: Resolving,
): Promise<Resolved> {
  const to = settlementBy(ctx, payment, step, { by, action: 'payment.resolved' });
  const { providerReceipt: receipt, resultCode, resultDesc, settledAt } = to;
  const after = { ...payment, status: to.to, providerReceipt: receipt, resultCode, resultDesc };
  const own = { amount: null, exactAmount: null, merchantRequestId: null, checkoutRequestId: null, announceAt: null };
  const event = paymentEvent(after, settledAt);
  if (!(await storeSettlement(db, { ...to, ...own, event }, null))) {
    throw new Error(`payment ${payment.id} changed while it was locked`);
  }
  return { status: to.to, receipt };
}

async function refuseTaken({ db, tenant }: TenantContext, shortcode: string, receipt: string): Promise<DomainError> {
  const holder = await findByReceipt(db.pool, { shortcode, environment: tenant.environment, receipt });
  const isOwn = holder?.applicationId === tenant.applicationId;
  return receiptInUse(receipt, isOwn && holder ? { kind: 'payment', id: holder.id } : undefined);
}
