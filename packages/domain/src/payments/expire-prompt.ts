import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../kernel/context.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { paymentEvent } from './payment-event.ts';
import { findPayment } from './read-statements.ts';
import { hasReceiptToJudge } from './receipt-to-judge.ts';
import { storeSettlement } from './statements.ts';

/** The result that we record when the provider never reported one. */
const expired = {
  resultCode: 'expired_unanswered',
  resultDesc: 'The prompt expired, and the provider never told its outcome.',
};

/**
 * Ends a pending payment without a final report: it becomes `failed`, announced and audited. Its review stays open, and a
 * late success still corrects it.
 * @returns false when the payment was no longer pending, or a person must judge its receipt first
 */
export async function expirePrompt(ctx: Context, paymentId: string): Promise<boolean> {
  const payment = await findPayment(ctx.db.pool, paymentId);
  if (payment?.status !== 'pending' || (await hasReceiptToJudge(ctx, paymentId))) return false;
  const settledAt = ctx.clock.now();
  const settled = await storeSettlement(
    ctx.db.pool,
    {
      id: paymentId,
      from: 'pending',
      to: 'failed',
      ...expired,
      amount: null,
      exactAmount: null,
      providerReceipt: null,
      merchantRequestId: null,
      checkoutRequestId: null,
      settledBy: 'expiry',
      settledAt,
      announceAt: null,
      event: paymentEvent({ ...payment, ...expired, status: 'failed' }, settledAt),
      audit: {
        id: uuidv7(),
        actor: 'system',
        action: 'payment.expired',
        detail: { isAcknowledged: payment.promptedAt !== null },
      },
      reviews: [],
    },
    null,
  );
  if (settled) await signalWaiting(ctx, 'deliveries.waiting');
  return settled;
}
