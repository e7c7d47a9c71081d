import type { TenantContext } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { expirySeconds } from './payment.ts';
import { paymentIssues } from './refusals.ts';
import { bringQueryForward } from './resolution-statements.ts';
import { getOwnPayment } from './scope.ts';

/**
 * Has the worker ask the provider about a pending payment, within moments.
 * @throws DomainError not_found, invalid_input (it is final, too old, or the provider never took the
 *   prompt)
 */
export async function askAboutPayment(ctx: TenantContext, paymentId: string): Promise<void> {
  const { id } = await getOwnPayment(ctx, paymentId);
  if (await bringQueryForward(ctx.db.pool, { id, now: ctx.clock.now(), expirySeconds })) return;
  throw invalidInput(issue('reviewId', paymentIssues.paymentNotAskable));
}
