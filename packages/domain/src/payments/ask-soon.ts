import type { TenantContext } from '../context.ts';
import { invalidInput } from '../input.ts';
import { bringQueryForward } from './resolution-statements.ts';
import { getOwnPayment } from './scope.ts';

/**
 * Has the worker ask the provider about a pending payment, within moments.
 * @throws DomainError not_found, invalid_input (it is final, or the provider never took the prompt)
 */
export async function askAboutPayment(ctx: TenantContext, paymentId: string): Promise<void> {
  const { id } = await getOwnPayment(ctx, paymentId);
  if (await bringQueryForward(ctx.db.pool, id, ctx.clock.now())) return;
  throw invalidInput({
    path: 'reviewId',
    message: 'is about a payment that the provider cannot be asked about: it is final, or never reached the provider',
  });
}
