import type { Context, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { tracedCall } from '../kernel/trace.ts';
import { consumeQuery } from '../provider/query-budget.ts';
import { expirySeconds, querySpacingMs } from './payment.ts';
import { claimQuery, postponeQuery } from './prompt-statements.ts';
import { settlePayment } from './settle.ts';

/**
 * Asks the provider about a pending payment and settles it when the answer is final. Does nothing when the payment is
 * settled, was never acknowledged, or was asked about within the last second. The row is claimed before the provider is
 * asked, so concurrent callers cause one query. When the query budget of this second is used up, nothing is sent.
 */
export async function queryPayment(
  ctx: Context & WithProvider,
  paymentId: string,
): Promise<'asked' | 'not_now' | 'over_budget'> {
  const now = ctx.clock.now();
  const notSince = new Date(now.getTime() - querySpacingMs);
  const payment = await claimQuery(ctx.db.pool, paymentId, now, notSince);
  if (!payment?.checkoutRequestId) return 'not_now';
  try {
    const account = await ctx.providerAccount(payment);
    if (!(await consumeQuery(ctx, account))) return 'over_budget';
    const { checkoutRequestId } = payment;
    const state = await tracedCall(ctx, 'query_prompt', paymentId, () =>
      ctx.provider.rail(account).prompts.ask(checkoutRequestId),
    );
    if (state.kind === 'no_answer') {
      ctx.log.info({ paymentId, cause: state.cause }, 'The provider gave no answer about a payment.');
    } else if (state.kind === 'final') {
      await settlePayment(ctx, paymentId, {
        door: 'query',
        merchantRequestId: null,
        checkoutRequestId,
        outcome: state.outcome,
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

/** How long a query waits when the account's budget of this second is used up. */
const postponeMs = 1_000;

/** Like {@link queryPayment}, for callers that do not wait: over the budget, the query is postponed. */
export async function queryDuePayment(ctx: Context & WithProvider, paymentId: string): Promise<void> {
  if ((await queryPayment(ctx, paymentId)) !== 'over_budget') return;
  const until = new Date(ctx.clock.now().getTime() + postponeMs);
  await postponeQuery(ctx.db.pool, { id: paymentId, until, expirySeconds });
}
