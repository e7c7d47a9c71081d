import { findCallback, isEnded, paymentWindowSeconds } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { type SettledAmount, settledAmount } from '../kernel/money.ts';
import { personName } from '../kernel/person-name.ts';
import {
  addReceipt,
  findByReceipt,
  listWithoutReceipt,
  type PaymentRow,
  shareOrganization,
} from '../payments/index.ts';
import { openReviewOfCallback } from '../reviews/index.ts';
import { hold, letGo } from './held-statements.ts';
import { learnHash, learnName, noteKnownReceipt } from './known-receipt.ts';
import { decideOfflinePayment, type OfflineDecision } from './offline-payment.ts';
import { publishQueries } from './publish-queries.ts';
import { recordOfflinePayment, storable } from './record-offline-payment.ts';
import { findRegistration, type RegistrationRow } from './statements.ts';
import { look, moneyTime, type Notice, promptsMax } from './surroundings.ts';

/** After a lost race, the rows are read and decided again. */
const roundsMax = 5;

type Received =
  /** `known`: the receipt is on record. `paired`: a prompt now has the receipt. */
  | { kind: 'known' | 'paired' | 'recorded' }
  /** A person has decided it meanwhile. */
  | { kind: 'decided' }
  | { kind: 'held'; until: Date }
  /** It cannot be recorded. `reason` is a sentence, and a review is open. */
  | { kind: 'refused'; reason: string };

type ReceiveContext = Context & Pick<WithProvider, 'accounts'>;

/**
 * Applies a confirmation to its payment: the payment with its receipt, a success without a receipt that it certainly
 * belongs to, or a new payment with the source `c2b`, announced at once. It never settles a prompt. While prompts that it
 * may belong to are open, it is held, and the prompts are queried.
 */
export async function receiveOfflinePayment(ctx: ReceiveContext, notice: Notice): Promise<Received> {
  const { payment } = notice;
  const registration = await findRegistration(ctx.db.pool, notice.registrationId);
  if (!registration) throw new Error(`registration ${notice.registrationId} is gone`);
  if (!isShortcodeOf(registration, payment.shortcode)) {
    return refuse(ctx, notice, registration, 'Its shortcode is not the one that this hook was registered for.');
  }
  const amount = settledAmount(payment.amount);
  if (!amount || Number(amount.exact) === 0) {
    return refuse(ctx, notice, registration, 'Its amount cannot be money.');
  }
  for (let round = 1; round <= roundsMax; round += 1) {
    const received = await receiveOnce(ctx, notice, registration, amount);
    if (received && received.kind !== 'held') await letGo(ctx.db.pool, notice.callbackId);
    if (received) return received;
    const callback = await findCallback(ctx.db.pool, notice.callbackId);
    if (callback && isEnded(callback)) return { kind: 'decided' };
  }
  throw new Error(`the payments that a confirmation may be about changed ${roundsMax} times while it was looked at`);
}

/** Whether a notification names the shortcode of its hook, its till number, or no shortcode. */
export function isShortcodeOf(registration: RegistrationRow, shortcode: string): boolean {
  return ['', registration.shortcode, registration.tillNumber].includes(shortcode.trim());
}

async function refuse(
  ctx: Context,
  { callbackId, payment }: Notice,
  { applicationId, environment }: RegistrationRow,
  reason: string,
): Promise<Received> {
  const detail = { receipt: payment.transactionId, amount: payment.amount, shortcode: payment.shortcode };
  const review = { reason: 'confirmation_unmatched' as const, detail };
  await openReviewOfCallback(ctx.db.pool, { id: callbackId, applicationId, environment }, review, ctx.clock.now());
  return { kind: 'refused', reason };
}

/** One round; undefined when it lost a race. */
async function receiveOnce(
  ctx: ReceiveContext,
  notice: Notice,
  registration: RegistrationRow,
  amount: SettledAmount,
): Promise<Received | undefined> {
  const { shortcode, environment } = registration;
  const receipt = notice.payment.transactionId;
  const known = await findByReceipt(ctx.db.pool, { shortcode, environment, receipt });
  if (known) {
    await learnHash(ctx, notice, registration, known);
    const conflict = await noteKnownReceipt(ctx, notice, registration, amount, known);
    if (!conflict) await learnName(ctx, notice, registration, known);
    return conflict ? { kind: 'refused', reason: conflict } : { kind: 'known' };
  }
  const prompts = amount.hasFraction ? [] : await listPrompts(ctx, notice, registration, amount);
  const mustVerify = registration.verifyFrom !== null && Number(amount.exact) >= registration.verifyFrom;
  // The common case needs no other read.
  if (prompts.length === 0 && !mustVerify) {
    return record(ctx, { ...notice, payerName: personName(notice.payment.payerName) }, registration, amount);
  }
  const { confirmation, around, payerName } = await look(ctx, notice, registration, amount, prompts);
  const decision = decideOfflinePayment(confirmation, around, mustVerify);
  const named = { ...notice, payerName };
  switch (decision.kind) {
    case 'record':
      return record(ctx, named, registration, amount);
    case 'pair':
      return pair(
        ctx,
        named,
        registration,
        prompts.find(({ id }) => id === decision.paymentId),
      );
    case 'hold':
      return keep(ctx, named, registration, amount, decision);
  }
}

/** A confirmation with the name of its payer, null without one. */
type NamedNotice = Notice & { payerName: string | null };

async function record(
  ctx: Context,
  notice: NamedNotice,
  registration: RegistrationRow,
  amount: SettledAmount,
): Promise<Received | undefined> {
  return (await recordOfflinePayment(ctx, { ...notice, ...moneyTime(notice) }, registration, amount))
    ? { kind: 'recorded' }
    : undefined;
}

/** Prompts without a receipt that may have been paid at the time of the confirmation or later. */
function listPrompts(
  ctx: Context,
  notice: Notice,
  { environment, shortcode }: RegistrationRow,
  amount: SettledAmount,
): Promise<PaymentRow[]> {
  return listWithoutReceipt(ctx.db.pool, {
    environment,
    shortcode,
    amount: amount.whole,
    createdFrom: new Date(moneyTime(notice).paidAt.getTime() - paymentWindowSeconds * 1000),
    createdTo: notice.receivedAt,
    limit: promptsMax,
  });
}

/** Adds the receipt to the success that it belongs to. */
async function pair(
  ctx: Context,
  notice: NamedNotice,
  registration: RegistrationRow,
  row: PaymentRow | undefined,
): Promise<Received | undefined> {
  if (!row) return undefined;
  const isOurs =
    row.applicationId === registration.applicationId ||
    (await shareOrganization(ctx.db.pool, [row.applicationId, registration.applicationId]));
  if (!isOurs) {
    const reason = 'It is the money of a prompt of another organization on the same shortcode.';
    return refuse(ctx, notice, registration, reason);
  }
  const { callbackId, payerName } = notice;
  const told = { receipt: notice.payment.transactionId, payerName };
  return (await addReceipt(ctx, row, told, callbackId)) ? { kind: 'paired' } : undefined;
}

/** Holds a confirmation until its next look, and publishes the queries of the decision. */
async function keep(
  ctx: Context,
  notice: NamedNotice,
  registration: RegistrationRow,
  amount: SettledAmount,
  { untilAgeSeconds, queryIds, askProvider, review }: OfflineDecision & { kind: 'hold' },
): Promise<Received> {
  const { callbackId, payment, receivedAt } = notice;
  const { applicationId, environment, shortcode } = registration;
  const now = ctx.clock.now();
  await hold(ctx.db.pool, {
    callbackId,
    registrationId: registration.id,
    applicationId,
    environment,
    shortcode,
    amount: amount.whole,
    exactAmount: amount.hasFraction ? amount.exact : null,
    receipt: payment.transactionId,
    phone: storable(payment.phone),
    payerName: notice.payerName,
    reference: storable(payment.billRefNumber),
    paidAt: moneyTime(notice).paidAt,
    heldAt: now,
  });
  await publishQueries(ctx, { applicationId, callbackId, queryIds, askProvider, at: now });
  if (review) {
    const { reason, paymentIds } = review;
    const detail = { receipt: payment.transactionId, amount: amount.exact, paymentIds };
    await openReviewOfCallback(ctx.db.pool, { id: callbackId, applicationId, environment }, { reason, detail }, now);
  }
  return { kind: 'held', until: new Date(receivedAt.getTime() + untilAgeSeconds * 1000) };
}
