import type { Context, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { tracedCall } from '../kernel/trace.ts';
import { accountAt } from '../provider/accounts.ts';
import { consumeQuery } from '../provider/query-budget.ts';
import type { RailAccount } from '../rails/index.ts';
import { answerOf, factOfNeverReceived } from './not-found.ts';
import { expirySeconds, type Fact, querySpacingMs } from './payment.ts';
import { claimQuery, forgetNotFound, noteNotFound, postponeQuery } from './prompt-statements.ts';
import type { PaymentRow } from './read-statements.ts';
import { settlePayment } from './settle.ts';

/**
 * Asks the provider about a pending payment and settles it when the answer is final. Does nothing when the payment is
 * settled, its prompt has no id, or it was asked about within the last second. The row is claimed before the provider is
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
    const account = await accountAt(ctx, payment, payment.rail);
    if (!(await consumeQuery(ctx, account))) return 'over_budget';
    const fact = await ask(ctx, payment, account, payment.checkoutRequestId);
    if (fact) await settlePayment(ctx, paymentId, fact);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ paymentId, code: error.code }, 'The provider cannot be asked about a payment.');
  }
  return 'asked';
}

/** What the network says of a prompt. Undefined when that says nothing of its outcome. */
async function ask(
  ctx: Context & WithProvider,
  payment: PaymentRow,
  account: RailAccount,
  checkoutRequestId: string,
): Promise<Fact | undefined> {
  const { id: paymentId } = payment;
  const state = await tracedCall(ctx, 'query_prompt', paymentId, () =>
    ctx.provider.rail(account).prompts.ask(checkoutRequestId),
  );
  switch (state.kind) {
    case 'no_answer':
      ctx.log.info({ paymentId, cause: state.cause }, 'The provider gave no answer about a payment.');
      return undefined;
    case 'not_found': {
      const now = ctx.clock.now();
      const meaning = answerOf(payment, account, now);
      ctx.log.info({ paymentId, code: state.code, meaning }, 'The provider does not know the prompt of a payment.');
      if (meaning === 'first') await noteNotFound(ctx.db.pool, paymentId, now);
      return meaning === 'never_received' ? factOfNeverReceived(checkoutRequestId) : undefined;
    }
    case 'told': {
      const { outcome, code, text, receipt, amount } = state.fact;
      if (payment.notFoundAt !== null) await forgetNotFound(ctx.db.pool, paymentId);
      const fact = { door: 'query', merchantRequestId: null, checkoutRequestId, outcome, receipt, amount } as const;
      return { ...fact, resultCode: code, resultDesc: text };
    }
  }
}

/** How long a query waits when the account's budget of this second is used up. */
const postponeMs = 1_000;

/** Like {@link queryPayment}, for callers that do not wait: over the budget, the query is postponed. */
export async function queryDuePayment(ctx: Context & WithProvider, paymentId: string): Promise<void> {
  if ((await queryPayment(ctx, paymentId)) !== 'over_budget') return;
  const until = new Date(ctx.clock.now().getTime() + postponeMs);
  await postponeQuery(ctx.db.pool, { id: paymentId, until, expirySeconds });
}
