import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type RevokeReportingTokenInput, revokeReportingTokenSchema } from './schemas.ts';
import { recordTokenRevoked } from './statements.ts';

/**
 * Revokes a reporting token for good. Every process refuses it within 5 s. Revoking it again
 * changes nothing.
 * @throws DomainError invalid_input, not_found
 */
export async function revokeReportingToken(
  ctx: ActorContext,
  input: RevokeReportingTokenInput,
): Promise<{ tokenId: string; revokedAt: Date }> {
  requirePermission(ctx, 'reportingTokens.write');
  const { tokenId, ...filter } = parseInput(revokeReportingTokenSchema, input);
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const token = await tx.reportingToken.findFirst({
      where: { id: tokenId, ...filter },
      select: { organizationId: true, applicationId: true, lastFour: true },
    });
    if (!token) throw notFound('reporting token');
    if (!(await recordTokenRevoked(tx, tokenId, now))) {
      const row = await tx.reportingToken.findUniqueOrThrow({ where: { id: tokenId }, select: { revokedAt: true } });
      return { tokenId, revokedAt: row.revokedAt ?? now };
    }
    await audit(tx, {
      actor: ctx.actor,
      action: 'reporting_token.revoked',
      subjectId: tokenId,
      organizationId: token.organizationId,
      applicationId: token.applicationId ?? undefined,
      detail: { lastFour: token.lastFour },
      at: now,
    });
    return { tokenId, revokedAt: now };
  });
}
