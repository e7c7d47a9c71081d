import { audit } from '../audit/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { demandFactorProof, noteFirstFactor } from './factor-proof.ts';
import { type PersonContext, throttle, type WithIdentity } from './identity.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { userRefusals } from './refusals.ts';
import { replaceRecoveryCodes } from './renew-recovery-codes.ts';
import { timeStepOf } from './second-factor.ts';
import { endSessions, lockUser, recordSecondFactor } from './statements.ts';

/**
 * Activates the authenticator app with a correct code. Ends all the person's other sessions.
 * @returns recovery codes, which cannot be had again
 * @throws DomainError rate_limited, invalid_input, forbidden when nothing is being set up
 */
export async function confirmSecondFactor(
  ctx: PersonContext & WithIdentity,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = ctx.person;
  const now = ctx.clock.now();
  const tries = await throttle([[ctx.identityLimits.codeByUser, userId]]);
  const recoveryCodes = await ctx.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    await demandFactorProof(ctx, tx);
    await noteFirstFactor(ctx, tx);
    const factor = await tx.secondFactor.findUnique({ where: { userId }, include: { user: true } });
    if (!factor || factor.confirmedAt) throw new DomainError('forbidden', userRefusals.noFactorUnderWay);
    const step = timeStepOf(ctx.totpVault.open(factor.secret, userId), code, now);
    if (step === undefined) throw invalidInput(issue('code', issues.incorrect));
    await tx.secondFactor.update({ where: { userId }, data: { confirmedAt: now, lastTimeStep: step } });
    await recordSecondFactor(tx, { id: sessionId, userId }, now);
    // The other browsers were signed in without the second factor.
    const sessionsEnded = await endSessions(tx, { userId, at: now, exceptSessionId: sessionId });
    const detail = { sessionsEnded };
    await audit(tx, { actor: ctx.actor, action: 'second_factor.set_up', subjectId: userId, detail, at: now });
    await notifyOfChange(ctx, tx, factor.user, 'second_factor_on');
    return replaceRecoveryCodes(tx, userId);
  });
  await tries.refund();
  return { recoveryCodes };
}
