import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { keyRefusals } from './refusals.ts';
import { recordConfirmed } from './statements.ts';

/**
 * Lets a held key move money out after the second person's approval. It takes effect within 5 s. Confirming twice is the
 * same as once.
 * @param by.approvedBy the second person, as in the audit
 * @throws DomainError invalid_input when the key has been revoked, or has expired
 */
export async function confirmKey(
  ctx: TenantContext,
  { keyId, approvedBy }: { keyId: string; approvedBy: string | null },
): Promise<void> {
  requireOperator(ctx);
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const key = await tx.apiKey.findFirst({ where: { id: keyId, ...ctx.tenant } });
    if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= at)) {
      throw new DomainError('invalid_input', keyRefusals.keyEnded);
    }
    if (!(await recordConfirmed(tx, keyId))) return;
    const { environment, applicationId } = ctx.tenant;
    const { name, lastFour, scopes } = key;
    await audit(tx, {
      actor: ctx.actor,
      action: 'key.confirmed',
      subjectId: keyId,
      applicationId,
      detail: { environment, name, lastFour, scopes, approvedBy },
      at,
    });
  });
}
