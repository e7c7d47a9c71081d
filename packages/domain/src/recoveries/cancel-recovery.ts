import type { RecoveryStatus } from '@tillgate/db';
import { type ActorContext, audit } from '../audit/index.ts';
import { auditOwner, whoseEndpoints } from '../endpoints/index.ts';
import { parseInput } from '../input.ts';
import { unknownRecovery } from './recovery.ts';
import { type RecoveryInput, recoverySchema } from './schemas.ts';

/**
 * Ends a recovery where it is; what it has queued stays queued. One that has ended stays as it is.
 * @returns how it stands; `cancelled` is false when it had ended before
 * @throws DomainError invalid_input, not_found
 */
export async function cancelRecovery(
  ctx: ActorContext,
  input: RecoveryInput,
): Promise<{ recoveryId: string; status: RecoveryStatus; cancelled: boolean }> {
  const { recoveryId, ...whose } = parseInput(recoverySchema, input);
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.webhookRecovery.updateMany({
      where: { id: recoveryId, endpoint: whoseEndpoints(whose), status: 'running' },
      data: { status: 'cancelled', endedAt: now },
    });
    const recovery = await tx.webhookRecovery.findFirst({
      where: { id: recoveryId, endpoint: whoseEndpoints(whose) },
      include: { endpoint: { include: { application: { select: { organizationId: true } } } } },
    });
    if (!recovery) throw unknownRecovery();
    const { status, endpoint, endpointId, kind, queuedCount } = recovery;
    if (count === 0) return { recoveryId, status, cancelled: false };
    await audit(tx, {
      actor: ctx.actor,
      action: 'recovery.cancelled',
      subjectId: recoveryId,
      ...auditOwner(endpoint),
      detail: { endpointId, kind, queuedCount },
      at: now,
    });
    return { recoveryId, status, cancelled: true };
  });
}
