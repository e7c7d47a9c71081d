import type { Context } from '../kernel/context.ts';
import type { SettledAmount } from '../kernel/money.ts';
import { personName } from '../kernel/person-name.ts';
import { type PaymentRow, shareOrganization, storePayerName } from '../payments/index.ts';
import { openReviewOf, openReviewOfCallback } from '../reviews/index.ts';
import { isPlainHashOf } from './phone-likeness.ts';
import { type RegistrationRow, recordHashProof } from './statements.ts';
import type { Notice } from './surroundings.ts';

/**
 * Learns from a prompt's confirmation, whose payer is known, whether hashed phones of the shortcode have salt. A
 * counterexample removes earlier proof.
 */
export async function learnHash(
  ctx: Pick<Context, 'db' | 'clock'>,
  { payment }: Pick<Notice, 'payment'>,
  { id, isHashProven }: RegistrationRow,
  { source, phone }: Pick<PaymentRow, 'source' | 'phone'>,
): Promise<void> {
  if (source !== 'stk' || phone === null) return;
  const isPlain = isPlainHashOf(payment.phone, phone);
  if (isPlain === undefined || isPlain === isHashProven) return;
  await recordHashProof(ctx.db.pool, id, isPlain ? ctx.clock.now() : null);
}

/**
 * Keeps the name that the confirmation of a known payment reports, where none is known. Another organization on the same
 * shortcode names no payer of ours.
 */
export async function learnName(
  ctx: Pick<Context, 'db'>,
  { payment }: Pick<Notice, 'payment'>,
  { applicationId }: RegistrationRow,
  known: PaymentRow,
): Promise<void> {
  const payerName = personName(payment.payerName);
  if (payerName === null || known.payerName !== null) return;
  const isOurs =
    known.applicationId === applicationId ||
    (await shareOrganization(ctx.db.pool, [known.applicationId, applicationId]));
  if (isOurs) await storePayerName(ctx.db.pool, { id: known.id, payerName });
}

/**
 * Compares a confirmation with the payment that has its receipt. When the amounts differ, or the
 * receipt is an offline payment of another application, both sides get a review.
 * @returns undefined when they agree; else a sentence
 */
export async function noteKnownReceipt(
  ctx: Context,
  { callbackId, payment }: Notice,
  { applicationId, environment }: RegistrationRow,
  amount: SettledAmount,
  known: PaymentRow,
): Promise<string | undefined> {
  const isSameAmount = amount.hasFraction ? known.exactAmount === amount.exact : known.amount === amount.whole;
  const isOwn = known.applicationId === applicationId;
  // The provider posts the confirmation of any prompt of the shortcode to the one registered hook.
  const isForeign = !isOwn && known.source === 'c2b';
  if (isSameAmount && !isForeign) return undefined;
  const isShared = isOwn || (await shareOrganization(ctx.db.pool, [known.applicationId, applicationId]));
  const at = ctx.clock.now();
  const receipt = payment.transactionId;
  const recordedAmount = known.exactAmount ?? String(known.amount);
  // The review names both payments only to people who may see both. The log names both to the operator.
  const named = isShared ? { paymentId: known.id, applicationId: known.applicationId } : {};
  const detail = { receipt, amount: amount.exact, recordedAmount, ...named };
  const callback = { id: callbackId, applicationId, environment };
  await openReviewOfCallback(ctx.db.pool, callback, { reason: 'receipt_conflict', detail }, at);
  const other = isShared ? { callbackId, applicationId } : {};
  await openReviewOf(
    ctx.db.pool,
    { kind: 'payment', id: known.id },
    { reason: 'receipt_conflict', detail: { receipt, amount: amount.exact, recordedAmount, ...other } },
    at,
  );
  ctx.log.error(
    { callbackId, applicationId, paymentId: known.id, recordedApplicationId: known.applicationId, environment },
    'A receipt that is on record came again with another amount or for another application.',
  );
  return isForeign
    ? 'Its receipt is on record for another application.'
    : 'Its receipt is on record with another amount.';
}
