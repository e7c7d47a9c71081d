import { v7 as uuidv7 } from 'uuid';
import { type Audit, audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { type NewReview, openReviewOf } from '../reviews/index.ts';
import { type Fact, factAmount } from './payment.ts';
import type { PaymentRow } from './read-statements.ts';

/**
 * The audit entry of a success after a failure, or of an amount that differs from the requested
 * one.
 */
export function settlementAudit(payment: PaymentRow, fact: Fact, late: boolean): Audit | null {
  if (!late && !amountDiffers(payment, fact)) return null;
  return {
    id: uuidv7(),
    actor: 'provider',
    action: late ? 'payment.succeeded_late' : 'payment.amount_differed',
    detail: {
      previousResultCode: payment.resultCode,
      requestedAmount: payment.requestedAmount,
      paidAmount: factAmount(fact)?.exact ?? fact.amount,
    },
  };
}

/** The reviews that a settlement opens. */
export function settlementReviews(payment: PaymentRow, fact: Fact, late: boolean): NewReview[] {
  const { resultCode: previousResultCode, requestedAmount } = payment;
  const paidAmount = factAmount(fact)?.exact ?? fact.amount;
  return [
    ...(late ? [{ reason: 'paid_late' as const, detail: { previousResultCode } }] : []),
    ...(amountDiffers(payment, fact)
      ? [{ reason: 'amount_differed' as const, detail: { requestedAmount, paidAmount } }]
      : []),
  ];
}

function amountDiffers({ requestedAmount }: PaymentRow, fact: Fact): boolean {
  const paid = factAmount(fact);
  return fact.amount !== null && (paid === undefined || paid.hasFraction || paid.whole !== requestedAmount);
}

/** Logs and audits a fact that contradicts a payment, and opens a review of the payment. */
export async function noteContradiction(ctx: Context, payment: PaymentRow, fact: Fact, reason: string): Promise<void> {
  const { door, resultCode, receipt } = fact;
  const detail = { door, resultCode, reason };
  const at = ctx.clock.now();
  ctx.log.warn({ paymentId: payment.id, ...detail }, 'A fact contradicts a payment.');
  const review = { reason: 'result_contradicted' as const, detail: { ...detail, receipt } };
  await openReviewOf(ctx.db.pool, { kind: 'payment', id: payment.id }, review, at);
  await audit(ctx.db.prisma, {
    actor: 'provider',
    action: 'payment.contradicted',
    subjectId: payment.id,
    applicationId: payment.applicationId,
    detail,
    at,
  });
}
