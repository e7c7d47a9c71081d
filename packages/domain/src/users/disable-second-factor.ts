import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { demandFactorProof } from './factor-proof.ts';
import type { PersonContext, WithIdentity } from './identity.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { userIssues, userRefusals } from './refusals.ts';
import { type UserByEmailInput, userByEmailSchema } from './schemas.ts';
import { clearSecondFactor, endSessions, lockUser } from './statements.ts';

/**
 * Removes the person's authenticator app and recovery codes. The caller has checked who the person is.
 * @throws DomainError forbidden when there is none
 */
export async function disableSecondFactor(ctx: PersonContext & WithIdentity): Promise<void> {
  const { userId } = ctx.person;
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    await demandFactorProof(ctx, tx);
    const email = await removeFactor(ctx, tx, userId);
    if (email === undefined) throw new DomainError('forbidden', userRefusals.noFactor);
    await notifyOfChange(ctx, tx, { id: userId, email }, 'second_factor_off');
  });
}

/**
 * Lets an operator remove the authenticator app, recovery codes and passkeys of a person who lost them. Signs the person
 * out everywhere, because the person who asked may be somebody else.
 * @throws DomainError invalid_input when there is no such user, or none to remove
 */
export async function resetSecondFactor(ctx: ActorContext, input: UserByEmailInput): Promise<{ userId: string }> {
  requireOperator(ctx);
  const { email } = parseInput(userByEmailSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw invalidInput(issue('email', issues.notUserAddress));
    await lockUser(tx, user.id);
    const { count: passkeys } = await tx.passkey.deleteMany({ where: { userId: user.id } });
    if ((await removeFactor(ctx, tx, user.id)) === undefined && passkeys === 0) {
      throw invalidInput(issue('email', userIssues.noSecondFactor));
    }
    const at = ctx.clock.now();
    if (passkeys > 0) {
      await audit(tx, { actor: ctx.actor, action: 'passkey.removed', subjectId: user.id, detail: { passkeys }, at });
    }
    await endSessions(tx, { userId: user.id, at });
    return { userId: user.id };
  });
}

/** Returns the person's address; undefined when no second factor was confirmed. */
async function removeFactor(
  ctx: ActorContext,
  tx: Prisma.TransactionClient,
  userId: string,
): Promise<string | undefined> {
  await lockUser(tx, userId);
  const factor = await tx.secondFactor.findUnique({
    where: { userId },
    include: { user: { select: { email: true } } },
  });
  if (!factor?.confirmedAt) return undefined;
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.secondFactor.delete({ where: { userId } });
  await clearSecondFactor(tx, userId);
  await audit(tx, { actor: ctx.actor, action: 'second_factor.removed', subjectId: userId, at: ctx.clock.now() });
  return factor.user.email;
}
