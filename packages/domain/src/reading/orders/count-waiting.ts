import { OrderKind } from '@tillgate/db';
import { requireScope } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { findRole, isApprover, personOf } from '../../orders/index.ts';

/** How many orders wait for a decision that the reader may make. */
export async function countWaitingOrders(ctx: TenantContext): Promise<number> {
  requireScope(ctx, 'read');
  const { applicationId, environment } = ctx.tenant;
  const userId = personOf(ctx.actor);
  const role = await findRole(ctx.db.prisma, applicationId, userId);
  const kinds = role ? Object.values(OrderKind).filter((kind) => isApprover(role, kind)) : [];
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
