import { type ActorContext, audit } from '../audit/index.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { type RevokeKeyInput, revokeKeySchema } from './schemas.ts';

/**
 * Ends a key for ever; every process notices within 5 s. Revoking twice is the same as once.
 * @throws DomainError invalid_input, not_found
 */
export async function revokeKey(ctx: ActorContext, input: RevokeKeyInput): Promise<{ keyId: string; revokedAt: Date }> {
  const { keyId, ...whose } = parseInput(revokeKeySchema, input);
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const key = await tx.apiKey.findFirst({
      where: { id: keyId, ...whose },
      select: { applicationId: true, environment: true, lastFour: true, revokedAt: true, application: true },
    });
    if (!key) throw new DomainError('not_found', 'There is no such key.');
    const { count } = await tx.apiKey.updateMany({ where: { id: keyId, revokedAt: null }, data: { revokedAt: now } });
    if (count === 0) {
      const row = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId }, select: { revokedAt: true } });
      return { keyId, revokedAt: row.revokedAt ?? now };
    }
    await audit(tx, {
      actor: ctx.actor,
      action: 'key.revoked',
      subjectId: keyId,
      organizationId: key.application.organizationId,
      applicationId: key.applicationId,
      detail: { environment: key.environment, lastFour: key.lastFour },
      at: now,
    });
    return { keyId, revokedAt: now };
  });
}
