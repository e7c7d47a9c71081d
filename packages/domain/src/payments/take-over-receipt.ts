import { type AuditDetail, audit } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { type Fact, factAmount } from './payment.ts';
import { supersededCode } from './reason.ts';
import type * as payments from './statements.ts';

type Tx = Parameters<Parameters<Context['db']['prisma']['$transaction']>[0]>[0];

/** Ends the transaction without a trace: a row is no longer as it was read. */
class Changed extends Error {}

/**
 * A prompt's own callback brings a receipt that was recorded as an offline payment before: it is one money. The prompt
 * succeeds and gets the receipt, the offline payment stays on record as superseded, both audited. No second event goes to an
 * application that was told of this money already. Answers false when a row changed meanwhile.
 */
export async function takeOverReceipt(
  ctx: Context,
  payment: payments.PaymentRow,
  holder: payments.PaymentRow,
  fact: Fact & { receipt: string },
  callbackId: string | null,
): Promise<boolean> {
  const isTold = holder.applicationId === payment.applicationId;
  try {
    await ctx.db.prisma.$transaction(async (tx) => {
      // The prompt is locked first, as every settlement does.
      await tx.$queryRaw`SELECT id FROM payments WHERE id = ${payment.id}::uuid FOR UPDATE`;
      await supersede(tx, holder, payment.id, fact.receipt);
      await succeed(ctx, tx, payment, fact, isTold);
      await auditBoth(ctx, tx, payment, holder);
      if (callbackId !== null) {
        const applied = { state: 'applied' as const, appliedAt: ctx.clock.now(), retryAt: null, error: null };
        await tx.providerCallback.updateMany({ where: { id: callbackId }, data: applied });
      }
    });
  } catch (error) {
    if (error instanceof Changed) return false;
    throw error;
  }
  ctx.log.warn({ paymentId: payment.id, supersededId: holder.id }, 'an offline payment was the money of a prompt');
  return true;
}

async function supersede(tx: Tx, holder: payments.PaymentRow, paymentId: string, receipt: string): Promise<void> {
  const { count } = await tx.payment.updateMany({
    where: { id: holder.id, source: 'c2b', providerReceipt: receipt },
    data: {
      status: 'failed',
      providerReceipt: null,
      resultCode: supersededCode,
      resultDesc: `The same money as payment ${paymentId}.`,
      needsReview: false,
    },
  });
  if (count !== 1) throw new Changed();
}

async function succeed(ctx: Context, tx: Tx, payment: payments.PaymentRow, fact: Fact, isTold: boolean): Promise<void> {
  const now = ctx.clock.now();
  const wasSuccess = payment.status === 'success';
  const { count } = await tx.payment.updateMany({
    where: { id: payment.id, status: payment.status, providerReceipt: null },
    data: {
      status: 'success',
      amount: factAmount(fact)?.whole ?? payment.amount,
      providerReceipt: fact.receipt,
      checkoutRequestId: payment.checkoutRequestId ?? fact.checkoutRequestId,
      ...(fact.merchantRequestId !== null && { merchantRequestId: fact.merchantRequestId }),
      resultCode: fact.resultCode,
      resultDesc: fact.resultDesc,
      ...(!wasSuccess && { settledBy: fact.door, settledAt: now }),
      announceAt: isTold ? null : wasSuccess ? payment.announceAt : now,
      nextQueryAt: null,
      needsReview: false,
    },
  });
  if (count !== 1) throw new Changed();
}

async function auditBoth(
  ctx: Context,
  tx: Tx,
  payment: payments.PaymentRow,
  holder: payments.PaymentRow,
): Promise<void> {
  await auditOne(ctx, tx, payment, 'payment.receipt_taken_over', { from: holder.id });
  await auditOne(ctx, tx, holder, 'payment.superseded', { by: payment.id });
}

async function auditOne(ctx: Context, tx: Tx, row: payments.PaymentRow, action: string, detail: AuditDetail) {
  const { id, applicationId, status: previousStatus } = row;
  const { organizationId } = await tx.application.findUniqueOrThrow({
    where: { id: applicationId },
    select: { organizationId: true },
  });
  const at = ctx.clock.now();
  const fact = { actor: 'provider', action, subjectId: id, organizationId, applicationId, at };
  await audit(tx, { ...fact, detail: { ...detail, previousStatus } });
}
