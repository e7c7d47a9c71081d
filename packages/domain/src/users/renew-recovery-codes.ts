import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { demandFactorProof } from './factor-proof.ts';
import type { PersonContext, WithIdentity } from './identity.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts';
import { userRefusals } from './refusals.ts';
import { lockUser } from './statements.ts';

/**
 * Creates new recovery codes; the previous ones stop working. The caller has checked who the person is.
 * @returns the codes, which cannot be read again
 * @throws DomainError forbidden without an authenticator app
 */
export async function renewRecoveryCodes(ctx: PersonContext & WithIdentity): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.person;
  const recoveryCodes = await ctx.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    await demandFactorProof(ctx, tx);
    const confirmed = await tx.secondFactor.count({ where: { userId, confirmedAt: { not: null } } });
    if (confirmed === 0) throw new DomainError('forbidden', userRefusals.factorFirst);
    const at = ctx.clock.now();
    await audit(tx, { actor: ctx.actor, action: 'second_factor.codes_renewed', subjectId: userId, at });
    return replaceRecoveryCodes(tx, userId);
  });
  return { recoveryCodes };
}

/** Replaces a person's recovery codes in the caller's transaction. */
export async function replaceRecoveryCodes(tx: Prisma.TransactionClient, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const rows = codes.flatMap((code) => {
    const hash = hashRecoveryCode(code);
    return hash === undefined ? [] : [{ userId, hash }];
  });
  await tx.recoveryCode.createMany({ data: rows });
  return codes;
}
