import { payments } from '@tillgate/db';
import type { TenantContext } from '../context.ts';
import { DomainError } from '../errors.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A payment of the caller's application and environment.
 * @throws DomainError not_found, the same for a foreign payment, a missing one and an id that is none.
 */
export async function getOwnPayment(ctx: TenantContext, paymentId: string): Promise<payments.PaymentRow> {
  const payment = uuid.test(paymentId) ? await payments.find(ctx.db.pool, paymentId, ctx.tenant) : undefined;
  if (!payment) throw new DomainError('not_found', 'There is no such payment.');
  return payment;
}
