import { v7 as uuidv7 } from 'uuid';
import type { Audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import type { SettledAmount } from '../kernel/money.ts';
import { paymentEvent, recordOffline } from '../payments/index.ts';
import type { NewReview } from '../reviews/index.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import type { RegistrationRow } from './statements.ts';
import type { Notice } from './surroundings.ts';

const description = 'Offline payment';
/** A confirmation has no result code: it is sent only after the money arrived. */
const resultCode = '0';
const resultDesc = 'Confirmed by the provider.';

type Recordable = {
  /** When the money moved. This is the payment's date, however late the confirmation comes. */
  paidAt: Date;
  /** The provider's time, when it is impossible. */
  implausible?: string | null;
  payment: Pick<Notice['payment'], 'transactionId' | 'phone' | 'billRefNumber'>;
  /** As the provider reported it; null without one. */
  payerName: string | null;
  /** Null without a confirmation. */
  callbackId: string | null;
  /** The source, when it is not the provider's confirmation. */
  by?: Omit<Audit, 'id'>;
};

/**
 * Records an offline payment and announces it, in one commit with the callback's end.
 * @returns false when a payment with its receipt was recorded meanwhile, or the callback has ended
 */
export async function recordOfflinePayment(
  ctx: Context,
  { payment, payerName, callbackId, paidAt, implausible, by }: Recordable,
  { applicationId, environment, shortcode }: Pick<RegistrationRow, 'applicationId' | 'environment' | 'shortcode'>,
  amount: SettledAmount,
): Promise<boolean> {
  const now = ctx.clock.now();
  const reviews: NewReview[] = [
    ...(amount.hasFraction ? [{ reason: 'amount_differed' as const, detail: { exactAmount: amount.exact } }] : []),
    ...(implausible ? [{ reason: 'time_implausible' as const, detail: { reportedTime: implausible } }] : []),
  ];
  const recorded = {
    id: uuidv7(),
    applicationId,
    environment,
    shortcode,
    amount: amount.whole,
    exactAmount: amount.hasFraction ? amount.exact : null,
    phone: payment.phone.trim() === '' ? null : storable(payment.phone),
    payerName,
    accountRef: storable(payment.billRefNumber),
    description,
    providerReceipt: payment.transactionId,
    checkoutRequestId: null,
    status: 'success' as const,
    resultCode,
    resultDesc,
    createdAt: paidAt,
    settledAt: now,
    reviews,
  };
  const cut: Omit<Audit, 'id'> | undefined = amount.hasFraction
    ? {
        actor: 'provider',
        action: 'payment.review_needed',
        detail: { reasons: ['The amount was not whole: it is cut to whole KES.'], exactAmount: amount.exact },
      }
    : undefined;
  const fact = by ?? cut;
  const audit = fact ? { id: uuidv7(), ...fact } : null;
  const event = paymentEvent(recorded, now);
  const done = await recordOffline(ctx.db.pool, recorded, event, audit, callbackId);
  if (done) await signalWaiting(ctx, 'deliveries.waiting');
  return done;
}

/** Removes NUL, which Postgres cannot store, and replaces lone surrogates, which UTF-8 cannot encode. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
