import type { OrderModel } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';

/**
 * An order of the caller's application and environment.
 * @throws DomainError not_found when there is no such order here: a foreign id and a malformed id
 *   look the same
 */
export async function getOwnOrder(ctx: Pick<TenantContext, 'db' | 'tenant'>, orderId: string): Promise<OrderModel> {
  const { applicationId, environment } = ctx.tenant;
  const order = isUuid(orderId)
    ? await ctx.db.prisma.order.findFirst({ where: { id: orderId, applicationId, environment } })
    : null;
  if (!order) throw notFound('order');
  return order;
}
