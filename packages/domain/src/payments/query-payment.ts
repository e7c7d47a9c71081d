import type { Context, WithProvider } from '../context.ts';
import { DomainError } from '../errors.ts';
import { querySpacingMs } from './payment.ts';
import { takeQuery } from './prompt-statements.ts';
import { settlePayment } from './settle.ts';

/**
 * Asks the provider about a pending payment and settles it when the answer is final. Does nothing
 * when the payment is settled, was never acknowledged, or was asked about within the last second.
 * The row is claimed before the provider is asked, so concurrent callers cause one query.
 */
export async function queryPayment(ctx: Context & WithProvider, paymentId: string): Promise<'asked' | 'not_now'> {
  const now = ctx.clock.now();
  const notSince = new Date(now.getTime() - querySpacingMs);
  const payment = await takeQuery(ctx.db.pool, paymentId, now, notSince);
  if (!payment?.checkoutRequestId) return 'not_now';
  try {
    const account = await ctx.providerAccount(payment);
    const state = await ctx.provider.queryPrompt(account, payment.checkoutRequestId);
    if (state.kind === 'no_answer') {
      ctx.log.info({ paymentId, cause: state.cause }, 'The provider gave no answer about a payment.');
    } else if (state.kind === 'final') {
      await settlePayment(ctx, paymentId, {
        door: 'query',
        merchantRequestId: null,
        checkoutRequestId: payment.checkoutRequestId,
        resultCode: state.resultCode,
        resultDesc: state.resultDesc,
        receipt: null,
        amount: null,
      });
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ paymentId, code: error.code }, 'The provider cannot be asked about a payment.');
  }
  return 'asked';
}
