import { type Fact, factAmount, receiptWaitSeconds } from './payment.ts';
import { paymentEvent } from './payment-event.ts';
import type { PaymentRow } from './read-statements.ts';
import { settlementAudit, settlementReviews } from './settlement-audit.ts';
import type { Settlement } from './statements.ts';

/** The columns that a settlement writes. */
export function settlementOf(
  payment: PaymentRow,
  fact: Fact,
  { to, late }: { to: 'success' | 'failed'; late: boolean },
  now: Date,
): Settlement {
  const paid = to === 'success' ? factAmount(fact) : undefined;
  const settled = {
    ...payment,
    status: to,
    amount: paid?.whole ?? payment.amount,
    providerReceipt: fact.receipt ?? payment.providerReceipt,
    checkoutRequestId: payment.checkoutRequestId ?? fact.checkoutRequestId,
    resultCode: fact.resultCode,
    resultDesc: fact.resultDesc,
  };
  // A success that only a query has seen has no receipt yet: its webhook waits for the callback to
  // bring one.
  const waits = to === 'success' && settled.providerReceipt === null && fact.door === 'query';
  return {
    id: payment.id,
    from: late ? 'failed' : 'pending',
    to,
    amount: paid?.whole ?? null,
    exactAmount: paid?.hasFraction ? paid.exact : null,
    providerReceipt: fact.receipt,
    merchantRequestId: fact.merchantRequestId,
    checkoutRequestId: fact.checkoutRequestId,
    resultCode: fact.resultCode,
    resultDesc: fact.resultDesc,
    settledBy: fact.door,
    settledAt: now,
    announceAt: waits ? new Date(now.getTime() + receiptWaitSeconds * 1000) : null,
    event: waits ? null : paymentEvent(settled, now),
    audit: settlementAudit(payment, fact, late),
    reviews: settlementReviews(payment, fact, late),
  };
}
