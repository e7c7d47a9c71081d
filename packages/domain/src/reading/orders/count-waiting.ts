import { OrderKind } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { mayApprove, personOf } from '../../orders/index.ts';

/** How many orders wait for a decision that the reader may make. */
export async function countWaitingOrders(ctx: TenantContext): Promise<number> {
  requirePermission(ctx, 'orders.read');
  const { applicationId, environment } = ctx.tenant;
  const userId = personOf(ctx.actor);
  const kinds = Object.values(OrderKind).filter((kind) => mayApprove(ctx, kind));
  if (kinds.length === 0) return 0;
  return ctx.db.prisma.order.count({
    where: {
      applicationId,
      environment,
      status: 'awaiting_approval',
      expiresAt: { gt: ctx.clock.now() },
      kind: { in: kinds },
      NOT: { requestedBy: userId },
    },
  });
}
