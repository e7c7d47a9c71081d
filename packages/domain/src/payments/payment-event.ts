import { wireCode } from '../catalogue/index.ts';
import { renderEvent } from '../outbox/index.ts';
import { explainCode } from '../rails/index.ts';
import type { PaymentRow } from './read-statements.ts';

/** The final state that an event reports. */
type SettledPayment = Pick<
  PaymentRow,
  'id' | 'applicationId' | 'environment' | 'amount' | 'phone' | 'accountRef' | 'providerReceipt' | 'checkoutRequestId'
> & { status: 'success' | 'failed'; resultCode: string; resultDesc: string };

/**
 * The webhook of a settled payment: its type and the frozen body (spec 6.2). `settledAt` becomes
 * `created`.
 */
export function paymentEvent(payment: SettledPayment, settledAt: Date): { type: string; body: string } {
  const type = payment.status === 'success' ? 'payment.success' : 'payment.failed';
  const body = renderEvent(type, settledAt, {
    paymentId: payment.id,
    applicationId: payment.applicationId,
    env: payment.environment,
    status: payment.status,
    amount: payment.amount,
    phone: payment.phone,
    accountRef: payment.accountRef,
    providerReceipt: payment.providerReceipt,
    checkoutRequestId: payment.checkoutRequestId,
    resultCode: wireCode(payment.resultCode),
    resultDesc: payment.resultDesc,
    decoded:
      payment.status === 'success'
        ? null
        : explainCode({ code: payment.resultCode, message: payment.resultDesc }, { of: 'prompt', as: 'result' }),
  });
  return { type, body };
}
