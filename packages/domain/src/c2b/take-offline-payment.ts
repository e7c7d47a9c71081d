import { v7 as uuidv7 } from 'uuid';
import { type SettledAmount, settledAmount } from '../amount.ts';
import type { Context } from '../context.ts';
import { publishDeliveries } from '../outbox/index.ts';
import {
  type Fact,
  findByReceipt,
  listWithoutReceipt,
  paymentEvent,
  recordOffline,
  settleAsRead,
} from '../payments/index.ts';
import type { OfflinePayment } from '../provider-port.ts';
import type { NewReview } from '../reviews/index.ts';
import { candidateSeconds, decideOfflinePayment, type OfflineDecision } from './offline-payment.ts';
import { findRegistration, type RegistrationRow } from './statements.ts';

/** After a lost race the rows are read again, and the decision is a different one. */
const roundsMax = 5;
/** Far more prompts of one amount than a shortcode has within three minutes. */
const candidatesMax = 500;
const description = 'Offline payment';
/** A confirmation has no result of its own: it only comes when the money has come. */
const resultCode = '0';
const resultDesc = 'Confirmed by the provider.';

/** A confirmation as it came to a hook. */
type Notice = {
  registrationId: string;
  payment: OfflinePayment;
  /** Its inbox row. */
  callbackId: string;
  receivedAt: Date;
};

type Taken =
  | { kind: 'known' | 'settled' | 'enriched' | 'recorded' }
  | { kind: 'held'; until: Date }
  /** It cannot be money of this shortcode; `reason` is a sentence. */
  | { kind: 'refused'; reason: string };

/**
 * Brings a confirmation to its payment: the one that has its receipt, the prompt that it is about,
 * or a new one with the source `c2b` that is announced at once. One payment and one event per
 * receipt, whatever else brings the same news.
 */
export async function takeOfflinePayment(ctx: Context, notice: Notice): Promise<Taken> {
  const { payment } = notice;
  const registration = await findRegistration(ctx.db.pool, notice.registrationId);
  if (!registration) throw new Error(`registration ${notice.registrationId} is gone`);
  if (!isShortcodeOf(registration, payment.shortcode)) {
    return { kind: 'refused', reason: 'Its shortcode is not the one that this hook was registered for.' };
  }
  const amount = settledAmount(payment.amount);
  if (!amount || Number(amount.exact) === 0) return { kind: 'refused', reason: 'Its amount cannot be money.' };
  for (let round = 1; round <= roundsMax; round += 1) {
    const taken = await takeOnce(ctx, notice, registration, amount);
    if (taken) return taken;
  }
  throw new Error(`the payments that a confirmation may be about changed ${roundsMax} times while it was looked at`);
}

/**
 * Whether a notification is for the shortcode of its hook: the shortcode itself, its till number,
 * or not told.
 */
export function isShortcodeOf(registration: RegistrationRow, shortcode: string): boolean {
  return ['', registration.shortcode, registration.tillNumber].includes(shortcode.trim());
}

/** One round; undefined when it lost a race. */
async function takeOnce(
  ctx: Context,
  notice: Notice,
  registration: RegistrationRow,
  amount: SettledAmount,
): Promise<Taken | undefined> {
  const { payment, receivedAt } = notice;
  const { shortcode, environment, product, applicationId } = registration;
  const receipt = payment.transactionId;
  const known = await findByReceipt(ctx.db.pool, { shortcode, environment, receipt });
  const rows = known || amount.hasFraction ? [] : await listCandidates(ctx, registration, amount, receivedAt);
  const decision = decideOfflinePayment(
    known !== undefined,
    rows.map((row) => ({ ...row, isOwn: row.applicationId === applicationId })),
    { phone: payment.phone, reference: payment.billRefNumber, product, isCut: rows.length >= candidatesMax },
    (ctx.clock.now().getTime() - receivedAt.getTime()) / 1000,
  );
  switch (decision.kind) {
    case 'known':
      return { kind: 'known' };
    case 'hold':
      return { kind: 'held', until: new Date(receivedAt.getTime() + decision.untilAgeSeconds * 1000) };
    case 'settle': {
      const row = rows.find(({ id }) => id === decision.paymentId);
      const kind = row && (await settleAsRead(ctx, row, factOf(receipt, amount), notice.callbackId));
      return kind && { kind };
    }
    case 'foreign':
      return { kind: 'refused', reason: 'It is the money of a prompt of another application on the same shortcode.' };
    case 'record':
      return (await record(ctx, notice, registration, amount, decision)) ? { kind: 'recorded' } : undefined;
  }
}

function listCandidates(
  ctx: Context,
  { environment, shortcode }: RegistrationRow,
  amount: SettledAmount,
  receivedAt: Date,
) {
  return listWithoutReceipt(ctx.db.pool, {
    environment,
    shortcode,
    amount: amount.whole,
    createdFrom: new Date(receivedAt.getTime() - candidateSeconds * 1000),
    createdTo: receivedAt,
    limit: candidatesMax,
  });
}

function factOf(receipt: string, amount: SettledAmount): Fact {
  return {
    door: 'c2b',
    merchantRequestId: null,
    checkoutRequestId: null,
    resultCode,
    resultDesc,
    receipt,
    amount: amount.exact,
  };
}

/** Returns false when the receipt was recorded meanwhile. */
async function record(
  ctx: Context,
  { payment, callbackId, receivedAt }: Notice,
  { applicationId, environment, shortcode }: RegistrationRow,
  amount: SettledAmount,
  { undecided, isDoubtful }: OfflineDecision & { kind: 'record' },
): Promise<boolean> {
  const now = ctx.clock.now();
  const reasons = [
    ...(amount.hasFraction ? ['The amount was not whole: it is cut to whole KES.'] : []),
    ...(isDoubtful ? ['It may be the money of a prompt whose outcome is not known.'] : []),
  ];
  const reviews: NewReview[] = [
    ...(amount.hasFraction ? [{ reason: 'amount_differed' as const, detail: { exactAmount: amount.exact } }] : []),
    ...(isDoubtful ? [{ reason: 'confirmation_undecided' as const, detail: { paymentIds: undecided } }] : []),
  ];
  const recorded = {
    id: uuidv7(),
    applicationId,
    environment,
    shortcode,
    amount: amount.whole,
    exactAmount: amount.hasFraction ? amount.exact : null,
    phone: payment.phone.trim() === '' ? null : storable(payment.phone),
    accountRef: storable(payment.billRefNumber),
    description,
    providerReceipt: payment.transactionId,
    checkoutRequestId: null,
    status: 'success' as const,
    resultCode,
    resultDesc,
    createdAt: receivedAt,
    settledAt: now,
    reviews,
  };
  const note = {
    id: uuidv7(),
    actor: 'provider',
    action: 'payment.review_needed',
    detail: { reasons, exactAmount: recorded.exactAmount, paymentIds: undecided },
  };
  const event = paymentEvent(recorded, now);
  const audit = reasons.length > 0 ? note : null;
  const { recorded: done, deliveries } = await recordOffline(ctx.db.pool, recorded, event, audit, callbackId);
  if (done) await publishDeliveries(ctx, deliveries);
  return done;
}

/** NUL cannot be stored as text, and a lone surrogate cannot be sent as UTF-8. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
