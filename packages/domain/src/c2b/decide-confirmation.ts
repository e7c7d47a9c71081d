import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { endUnmatched } from '../inbox/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, issue, parseInput } from '../kernel/input.ts';
import { exactKes, settledAmount } from '../kernel/money.ts';
import { issues } from '../kernel/refusals.ts';
import { addReceipt, findOwnPayment } from '../payments/index.ts';
import { closeReviewsOf } from '../reviews/index.ts';
import { findHeld, letGo } from './held-statements.ts';
import { recordOfflinePayment } from './record-offline-payment.ts';
import { c2bIssues } from './refusals.ts';

const noteMax = 500;

export const decideConfirmationSchema = z.strictObject({
  callbackId: idSchema,
  /** `offline`: a new offline payment. `paymentId`: the success that it belongs to. `not_money`: no money arrived. */
  to: z.union([z.enum(['offline', 'not_money']), z.strictObject({ paymentId: idSchema })], {
    error: c2bIssues.decisionOrPayment,
  }),
  note: z
    .string({ error: issues.text })
    .trim()
    .min(1, { error: issues.reasonMissing })
    .max(noteMax, { error: issues.textTooLong({ max: noteMax }) })
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: issues.brokenCharacters }),
});
type DecideConfirmationInput = z.input<typeof decideConfirmationSchema>;

/**
 * Decides a held confirmation manually: as an offline payment, which is announced, as the receipt of a success without
 * one, or as no money. Audited; closes its reviews.
 * @param by.approvedBy the second person, as in the audit; null without one
 * @throws DomainError not_found (no such held confirmation of this tenant), invalid_input
 */
export async function decideConfirmation(
  ctx: TenantContext,
  input: DecideConfirmationInput,
  { approvedBy }: { approvedBy: string | null } = { approvedBy: null },
): Promise<void> {
  requirePermission(ctx, 'reviews.resolve');
  const { callbackId, to, note } = parseInput(decideConfirmationSchema, input);
  const held = await getHeld(ctx, callbackId);
  const { applicationId, environment } = ctx.tenant;
  await carryOut(ctx, held, to);
  const at = ctx.clock.now();
  await letGo(ctx.db.pool, callbackId);
  await closeReviewsOf(ctx.db.pool, { kind: 'callback', id: callbackId }, { by: ctx.actor, note, at });
  await audit(ctx.db.prisma, {
    actor: ctx.actor,
    action: 'confirmation.decided',
    subjectId: callbackId,
    applicationId,
    detail: {
      environment,
      ...(typeof to === 'string' ? { to } : to),
      receipt: held.receipt,
      amount: exactKes(held),
      note,
      approvedBy,
    },
    at,
  });
}

/**
 * The amount of a held confirmation, whole KES.
 * @throws DomainError not_found, forbidden
 */
export async function getHeldAmount(ctx: TenantContext, callbackId: string): Promise<number> {
  requirePermission(ctx, 'reviews.resolve');
  return (await getHeld(ctx, callbackId)).amount;
}

async function getHeld({ db, tenant }: TenantContext, callbackId: string): Promise<Held> {
  const held = await findHeld(db.pool, callbackId);
  if (held?.applicationId === tenant.applicationId && held.environment === tenant.environment) return held;
  throw notFound('confirmation that waits');
}

type Held = NonNullable<Awaited<ReturnType<typeof findHeld>>>;

async function carryOut(
  ctx: TenantContext,
  held: Held,
  to: 'offline' | 'not_money' | { paymentId: string },
): Promise<void> {
  const { callbackId, receipt } = held;
  if (to === 'not_money') {
    if (await endUnmatched(ctx.db.pool, callbackId, 'A person decided that it is not money.')) return;
    throw notFound('confirmation that waits');
  }
  if (to === 'offline') {
    const amount = settledAmount(held.exactAmount ?? String(held.amount));
    if (!amount) throw new Error(`the held confirmation ${callbackId} has no amount`);
    const payment = { transactionId: receipt, phone: held.phone, billRefNumber: held.reference };
    const notice = { payment, payerName: held.payerName, callbackId, paidAt: held.paidAt };
    if (await recordOfflinePayment(ctx, notice, held, amount)) return;
    await refuseEnded(ctx, callbackId);
    throw invalidInput(issue('to', c2bIssues.receiptRecorded));
  }
  const payment = await findOwnPayment(ctx, to.paymentId);
  if (!payment) throw invalidInput(issue('to.paymentId', c2bIssues.paymentMissing));
  if (payment.shortcode !== held.shortcode || payment.amount !== held.amount) {
    throw invalidInput(issue('to.paymentId', c2bIssues.otherShortcodeOrAmount));
  }
  if (payment.status !== 'success') {
    throw invalidInput(issue('to.paymentId', c2bIssues.resolveFirst({ status: payment.status })));
  }
  if (await addReceipt(ctx, payment, { receipt, payerName: held.payerName }, callbackId)) return;
  await refuseEnded(ctx, callbackId);
  throw invalidInput(issue('to.paymentId', c2bIssues.receiptAlready));
}

/** @throws DomainError not_found, when something else has ended the confirmation meanwhile */
async function refuseEnded({ db }: TenantContext, callbackId: string): Promise<void> {
  if (!(await findHeld(db.pool, callbackId))) throw notFound('confirmation that waits');
}
