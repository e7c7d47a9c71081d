import { audit } from '../audit/index.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { passwordMark } from './challenge.ts';
import { demandFactorProof } from './factor-proof.ts';
import { type PersonContext, throttle, type WithIdentity } from './identity.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { demandStrongPassword } from './password-strength.ts';
import { type ChangePasswordInput, changePasswordSchema } from './schemas.ts';
import { endSessions, lockUser } from './statements.ts';
import { hashPassword, verifyPassword } from './user.ts';
import { endWaysIn } from './ways-in.ts';

const notRight = issue('currentPassword', issues.incorrect);

/**
 * Sets a new password for a person who knows the current one. Ends all their other sessions, and the ways to sign in that
 * they do not confirm. A person with a passkey or an app must have proved it recently in this session.
 * @throws ReauthenticationRequired
 * @throws DomainError rate_limited, invalid_input
 */
export async function changePassword(ctx: PersonContext & WithIdentity, input: ChangePasswordInput): Promise<void> {
  const { userId, sessionId } = ctx.person;
  const { currentPassword, newPassword, keep } = parseInput(changePasswordSchema, input);
  await demandFactorProof(ctx, ctx.db.prisma);
  const before = await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  demandStrongPassword(newPassword, before, 'newPassword');
  const tries = await throttle([[ctx.identityLimits.proofByUser, userId]]);
  if (!before.passwordHash || !(await verifyPassword(before.passwordHash, currentPassword)))
    throw invalidInput(notRight);
  const passwordHash = await hashPassword(newPassword);
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    // Another change was first, perhaps by the owner of the mailbox.
    if (passwordMark(user.passwordHash) !== passwordMark(before.passwordHash)) throw invalidInput(notRight);
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
    const sessionsEnded = await endSessions(tx, { userId, at: now, exceptSessionId: sessionId });
    const ended = await endWaysIn(tx, { userId, keep, at: now });
    const detail = { sessionsEnded, waysInEnded: ended.length };
    await audit(tx, { actor: ctx.actor, action: 'password.changed', subjectId: userId, detail, at: now });
    await notifyOfChange(ctx, tx, user, 'password_changed');
    if (ended.length > 0) await notifyOfChange(ctx, tx, user, 'ways_in_ended');
  });
  await tries.refund();
}
