import { v7 as uuidv7 } from 'uuid';
import type { Audit } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { type Fact, factAmount } from './payment.ts';
import { lockPayment, type PaymentRow } from './read-statements.ts';
import { supersededCode } from './reason.ts';
import { succeedWithReceipt, supersede } from './statements.ts';

/** Thrown to roll the transaction back when a row has changed since it was read. */
class Changed extends Error {}

/**
 * A prompt's own callback brings a receipt that was recorded as an offline payment before: both are
 * the same money. The prompt succeeds and gets the receipt. The offline payment stays on record as
 * superseded. Both changes are audited. An application that was told of this money already gets no
 * second event.
 * @returns false when a row changed meanwhile
 */
export async function takeOverReceipt(
  ctx: Context,
  payment: PaymentRow,
  holder: PaymentRow,
  fact: Fact & { receipt: string },
  callbackId: string | null,
): Promise<boolean> {
  const at = ctx.clock.now();
  const superseded = {
    id: holder.id,
    receipt: fact.receipt,
    resultCode: supersededCode,
    resultDesc: `The same money as payment ${payment.id}.`,
    at,
  };
  try {
    await ctx.db.transaction(async (db) => {
      // The prompt is locked first, as every settlement does.
      await lockPayment(db, payment.id);
      const note = auditOf(holder, 'payment.superseded', { by: payment.id });
      if (!(await supersede(db, superseded, note))) throw new Changed();
      const taken = receiptOf(payment, holder, fact, at);
      if (!(await succeedWithReceipt(db, taken, callbackId))) throw new Changed();
    });
  } catch (error) {
    if (error instanceof Changed) return false;
    throw error;
  }
  ctx.log.warn({ paymentId: payment.id, supersededId: holder.id }, 'An offline payment was the money of a prompt.');
  return true;
}

function receiptOf(payment: PaymentRow, holder: PaymentRow, fact: Fact & { receipt: string }, at: Date) {
  const isTold = holder.applicationId === payment.applicationId;
  return {
    id: payment.id,
    from: payment.status,
    amount: factAmount(fact)?.whole ?? null,
    providerReceipt: fact.receipt,
    merchantRequestId: fact.merchantRequestId,
    checkoutRequestId: fact.checkoutRequestId,
    resultCode: fact.resultCode,
    resultDesc: fact.resultDesc,
    settledBy: fact.door,
    settledAt: at,
    announceAt: isTold ? null : payment.status === 'success' ? payment.announceAt : at,
    audit: auditOf(payment, 'payment.receipt_taken_over', { from: holder.id }),
  };
}

function auditOf(row: PaymentRow, action: string, detail: object): Audit {
  return { id: uuidv7(), actor: 'provider', action, detail: { ...detail, previousStatus: row.status } };
}
