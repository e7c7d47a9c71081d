import type { Queryable } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { TenantContext } from '../kernel/context.ts';
import { type DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import {
  decideResolution,
  type Resolution,
  type Resolved,
  type Resolving,
  receiptInUse,
  receiptOf,
  resolutionDetail,
  resultOf,
} from '../kernel/resolution.ts';
import { closeReviewsOf } from '../reviews/index.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
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
  const { paymentId, resolution } = input;
  try {
    const resolved = await ctx.db.transaction(async (db) => {
      const payment = await lockOwn(db, ctx, paymentId);
      const decision = decide(payment, resolution, ctx.clock.now());
      const settled = decision && (await settle(db, ctx, payment, decision, input));
      const closing = { by: ctx.actor, note: input.note, at: ctx.clock.now() };
      await closeReviewsOf(db, { kind: 'payment', id: payment.id }, closing);
      return settled ?? { status: payment.status as Resolved['status'], receipt: payment.providerReceipt };
    });
    await signalWaiting(ctx, 'deliveries.waiting');
    return resolved;
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

/** What to settle; undefined when it is settled that way already. */
function decide(payment: PaymentRow, resolution: Resolution, now: Date) {
  if (payment.source !== 'stk') {
    throw invalidInput(issue('subjectId', paymentIssues.offlineIsSettled));
  }
  if (payment.sameMoneyAs !== null && resolution.as === 'paid') {
    throw invalidInput(issue('as', paymentIssues.linkedElsewhere({ payment: payment.sameMoneyAs })));
  }
  const decision = decideResolution(payment, resolution, now);
  if (decision.kind === 'refuse') throw decision.refusal;
  return decision.kind === 'settle' ? decision : undefined;
}

async function settle(
  db: Queryable,
  ctx: TenantContext,
  payment: PaymentRow,
  { from, to }: { from: 'pending' | 'failed'; to: 'success' | 'failed' },
  by: Resolving,
) {
  const now = ctx.clock.now();
  const receipt = receiptOf(by.resolution);
  const result = resultOf(by.resolution);
  const settled = await storeSettlement(
    db,
    {
      id: payment.id,
      from,
      to,
      amount: null,
      exactAmount: null,
      providerReceipt: receipt,
      merchantRequestId: null,
      checkoutRequestId: null,
      ...result,
      settledBy: 'person',
      settledAt: now,
      announceAt: null,
      event: paymentEvent({ ...payment, status: to, providerReceipt: receipt, ...result }, now),
      audit: {
        id: uuidv7({ msecs: now.getTime() }),
        actor: ctx.actor,
        action: 'payment.resolved',
        detail: resolutionDetail(payment, by),
      },
      reviews: [],
    },
    null,
  );
  if (!settled) throw new Error(`payment ${payment.id} changed while it was locked`);
  return { status: to, receipt };
}

async function refuseTaken({ db, tenant }: TenantContext, shortcode: string, receipt: string): Promise<DomainError> {
  const holder = await findByReceipt(db.pool, { shortcode, environment: tenant.environment, receipt });
  const isOwn = holder?.applicationId === tenant.applicationId;
  return receiptInUse(receipt, isOwn && holder ? { kind: 'payment', id: holder.id } : undefined);
}
