import { audit } from '../audit/index.ts';
import { invalidInput, parseInput } from '../kernel/input.ts';
import { passwordMark } from './challenge.ts';
import { type PersonContext, throttle, type WithIdentity } from './identity.ts';
import { demandStrongPassword } from './password-strength.ts';
import { type ChangePasswordInput, changePasswordSchema } from './schemas.ts';
import { endSessions, lockUser } from './statements.ts';
import { tellOfChange } from './tell-of-change.ts';
import { hashPassword, verifyPassword } from './user.ts';

const notRight = { path: 'currentPassword', message: 'is incorrect' };

/**
 * Sets another password for who knows the current one. All the person's other sessions end.
 * @throws DomainError rate_limited, invalid_input
 */
export async function changePassword(ctx: PersonContext & WithIdentity, input: ChangePasswordInput): Promise<void> {
  const { userId, sessionId } = ctx.person;
  const { currentPassword, newPassword } = parseInput(changePasswordSchema, input);
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
    // Somebody was first, perhaps the owner of the mailbox.
    if (passwordMark(user.passwordHash) !== passwordMark(before.passwordHash)) throw invalidInput(notRight);
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
    const sessionsEnded = await endSessions(tx, { userId, at: now, exceptSessionId: sessionId });
    const detail = { sessionsEnded };
    await audit(tx, { actor: ctx.actor, action: 'password.changed', subjectId: userId, detail, at: now });
    await tellOfChange(ctx, tx, user.email, 'password_changed');
  });
  await tries.refund();
}
