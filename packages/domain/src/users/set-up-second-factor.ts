import { DomainError } from '../kernel/errors.ts';
import { demandFactorProof } from './factor-proof.ts';
import type { PersonContext, WithIdentity } from './identity.ts';
import { userRefusals } from './refusals.ts';
import { newTotpSecret, totpUri } from './second-factor.ts';
import { lockUser } from './statements.ts';

/**
 * Starts to set up an authenticator app. The app is active once `confirmSecondFactor` has checked a code. Starting again
 * creates a new secret. The caller has checked who the person is.
 * @returns the secret in base32, and the content of its QR code; they cannot be read again
 * @throws DomainError forbidden when an app is set up already
 */
export async function setUpSecondFactor(ctx: PersonContext & WithIdentity): Promise<{ secret: string; uri: string }> {
  const { userId } = ctx.person;
  const secret = newTotpSecret();
  const email = await ctx.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    await demandFactorProof(ctx, tx);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, include: { secondFactor: true } });
    if (user.secondFactor?.confirmedAt) throw new DomainError('forbidden', userRefusals.factorSetUp);
    const fresh = { secret: ctx.totpVault.seal(secret, userId), lastTimeStep: null, createdAt: ctx.clock.now() };
    await tx.secondFactor.upsert({ where: { userId }, create: { userId, ...fresh }, update: fresh });
    return user.email;
  });
  return { secret, uri: totpUri(secret, email) };
}
