import { endpointsOf } from '../../endpoints/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import { type RecoveryInput, type RecoveryView, recoverySchema, recoveryView } from '../../recoveries/index.ts';

/**
 * The progress of a recovery.
 * @throws DomainError invalid_input, not_found
 */
export async function getRecovery(ctx: ActorContext, input: RecoveryInput): Promise<RecoveryView> {
  requirePermission(ctx, 'endpoints.read');
  const { recoveryId, ...tenant } = parseInput(recoverySchema, input);
  const row = await ctx.db.prisma.webhookRecovery.findFirst({
    where: { id: recoveryId, endpoint: endpointsOf(tenant) },
    include: { endpoint: { select: { applicationId: true, environment: true } } },
  });
  if (!row) throw notFound('recovery');
  return recoveryView(row);
}
