import { paymentWindowSeconds } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import type { SettledAmount } from '../kernel/money.ts';
import { personName } from '../kernel/person-name.ts';
import type { PaymentRow } from '../payments/index.ts';
import type { OfflinePayment } from '../ports/provider.ts';
import { readNeighbourhood } from './held-statements.ts';
import type { Confirmation, Surroundings } from './offline-payment.ts';
import { isPlainHashOf } from './phone-likeness.ts';
import { inquiryStateOf, payerPhoneOf } from './receipt-inquiry.ts';
import { type RegistrationRow, recordHashProof } from './statements.ts';

/** More prompts of one amount than any shortcode should have within the window. */
export const promptsMax = 500;
/** A confirmation with an older date than this came from a wrong clock. */
const paidBeforeMaxSeconds = 90 * 24 * 3600;
/** How far the provider's clock may be ahead of ours. */
const clockSkewSeconds = 300;

/** A confirmation as it came to a hook. */
export type Notice = {
  registrationId: string;
  payment: OfflinePayment;
  /** Its inbox row. */
  callbackId: string;
  receivedAt: Date;
};

/**
 * When the customer paid, according to the provider. An impossible or unreadable time is replaced by the time of arrival,
 * and `implausible` is the provider's text, in its local time.
 */
export function moneyTime({ payment, receivedAt }: Pick<Notice, 'payment' | 'receivedAt'>): {
  paidAt: Date;
  implausible: string | null;
} {
  if (payment.paidAt === null) return { paidAt: receivedAt, implausible: payment.unreadableTime ?? null };
  const reported = new Date(payment.paidAt);
  const ageSeconds = (receivedAt.getTime() - reported.getTime()) / 1000;
  if (ageSeconds < -clockSkewSeconds || ageSeconds > paidBeforeMaxSeconds) {
    return { paidAt: receivedAt, implausible: payment.paidAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ') };
  }
  return { paidAt: ageSeconds > 0 ? reported : receivedAt, implausible: null };
}

/**
 * Whether hashed phones of a shortcode are proven to have no salt. A hash that equals that of a prompt's number proves
 * it.
 */
async function proveHash(
  ctx: Pick<Context, 'db' | 'clock'>,
  { id, isHashProven }: RegistrationRow,
  sent: string[],
  rows: PaymentRow[],
): Promise<boolean> {
  if (isHashProven) return true;
  const isProven = rows.some(({ phone }) => phone !== null && sent.some((each) => isPlainHashOf(each, phone)));
  if (isProven) await recordHashProof(ctx.db.pool, id, ctx.clock.now());
  return isProven;
}

/** Reads the rows around a confirmation, and the name of its payer as far as it is known. */
export async function look(
  ctx: Context & Pick<WithProvider, 'accounts'>,
  notice: Notice,
  registration: RegistrationRow,
  amount: SettledAmount,
  rows: PaymentRow[],
): Promise<{ confirmation: Confirmation; around: Surroundings; payerName: string | null }> {
  const { callbackId, payment, receivedAt } = notice;
  const { product, environment, shortcode } = registration;
  const now = ctx.clock.now();
  const seconds = (since: Date) => (now.getTime() - since.getTime()) / 1000;
  const nearby = await readNeighbourhood(ctx.db.pool, {
    callbackId,
    environment,
    shortcode,
    amount: amount.whole,
    since: new Date(moneyTime(notice).paidAt.getTime() - paymentWindowSeconds * 1000),
    until: receivedAt,
    promptIds: rows.map(({ id }) => id),
  });
  const isHashProven = await proveHash(
    ctx,
    registration,
    [payment.phone, ...nearby.held.map((held) => held.phone)],
    rows,
  );
  const own = nearby.held.find((held) => held.callbackId === callbackId);
  const debitParty = nearby.answer?.debitParty ?? null;
  return {
    payerName: personName(payment.payerName) ?? own?.payerName ?? personName(debitParty),
    confirmation: {
      callbackId,
      phone: payment.phone,
      isHashProven,
      payerPhone: own?.payerPhone ?? payerPhoneOf(debitParty),
      reference: payment.billRefNumber,
      product,
    },
    around: {
      prompts: rows.map((row) => ({
        id: row.id,
        status: row.status === 'pending' ? 'pending' : 'success',
        isAcknowledged: row.promptedAt !== null,
        phone: row.phone ?? '',
        accountRef: row.accountRef,
        settledSeconds: row.settledAt ? seconds(row.settledAt) : 0,
      })),
      isCut: rows.length >= promptsMax,
      others: nearby.held
        .filter((held) => held.callbackId !== callbackId)
        .map((held) => ({ ...held, isHashProven, product })),
      hasSameAmount: nearby.hasSameAmount,
      hasUnread: nearby.hasUnread,
      ageSeconds: seconds(receivedAt),
      inquiry: await inquiryStateOf(ctx, registration, nearby, { receipt: payment.transactionId, amount }),
    },
  };
}
