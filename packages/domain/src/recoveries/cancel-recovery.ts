import type { RecoveryStatus } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { endpointsOf } from '../endpoints/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type RecoveryInput, recoverySchema } from './schemas.ts';
import * as recoveries from './statements.ts';

/**
 * Stops a recovery; queued deliveries stay queued. An ended recovery does not change.
 * @returns its status; `cancelled` is false when it had ended before
 * @throws DomainError invalid_input, not_found
 */
export async function cancelRecovery(
  ctx: ActorContext,
  input: RecoveryInput,
): Promise<{ recoveryId: string; status: RecoveryStatus; cancelled: boolean }> {
  requirePermission(ctx, 'endpoints.write');
  const which = parseInput(recoverySchema, input);
  const { recoveryId, ...tenant } = which;
  const audit = { id: uuidv7(), actor: ctx.actor, action: 'recovery.cancelled' };
  const cancelled = await recoveries.cancel(ctx.db.pool, which, ctx.clock.now(), audit);
  if (cancelled) return { recoveryId, status: 'cancelled', cancelled };
  const recovery = await ctx.db.prisma.webhookRecovery.findFirst({
    where: { id: recoveryId, endpoint: endpointsOf(tenant) },
    select: { status: true },
  });
  if (!recovery) throw notFound('recovery');
  return { recoveryId, status: recovery.status, cancelled };
}
