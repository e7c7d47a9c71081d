import { maskPhone } from '@/format/phone';
import type { PaymentDetail } from '../types.ts';

const bundleVersion = 1;

/** Every number of a Kenyan phone in a text, wherever the provider wrote it. */
function masked(text: string): string {
  return text.replace(/\b254\d{9}\b/g, (phone) => maskPhone(phone));
}

/** Everything about a payment as JSON, for support. Phones are masked; secrets and the payer's name are left out. */
export function supportBundle(detail: PaymentDetail): string {
  const {
    payment: whole,
    prospect,
    decoded,
    reviews,
    timeline,
    callbacks,
    deliveries,
    idempotency,
    orders,
    reversals,
  } = detail;
  const { payerName: _, ...payment } = whole;
  const bundle = {
    bundleVersion,
    takenAt: detail.now,
    payment: { ...payment, phone: payment.phone && maskPhone(payment.phone) },
    decoded,
    prospect,
    reviews,
    timeline,
    callbacks,
    deliveries,
    idempotency,
    requestId: detail.requestId,
    orders,
    reversals,
  };
  return masked(JSON.stringify(bundle, null, 2));
}
