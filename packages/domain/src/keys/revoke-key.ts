import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type RevokeKeyInput, revokeKeySchema } from './schemas.ts';
import { recordKeyRevoked } from './statements.ts';

/**
 * Revokes a key for good. Every process refuses it within 5 s. Revoking a key again changes nothing.
 * @throws DomainError invalid_input, not_found
 */
export async function revokeKey(ctx: ActorContext, input: RevokeKeyInput): Promise<{ keyId: string; revokedAt: Date }> {
  requirePermission(ctx, 'keys.write');
  const { keyId, ...tenantFilter } = parseInput(revokeKeySchema, input);
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const key = await tx.apiKey.findFirst({
      where: { id: keyId, ...tenantFilter },
      select: { applicationId: true, environment: true, lastFour: true, revokedAt: true },
    });
    if (!key) throw notFound('key');
    if (!(await recordKeyRevoked(tx, keyId, now))) {
      const row = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId }, select: { revokedAt: true } });
      return { keyId, revokedAt: row.revokedAt ?? now };
    }
    await audit(tx, {
      actor: ctx.actor,
      action: 'key.revoked',
      subjectId: keyId,
      applicationId: key.applicationId,
      detail: { environment: key.environment, lastFour: key.lastFour },
      at: now,
    });
    return { keyId, revokedAt: now };
  });
}
