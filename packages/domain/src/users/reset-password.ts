import { audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { passwordMark } from './challenge.ts';
import type { WithIdentity } from './identity.ts';
import { issueDevice } from './known-device.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { demandStrongPassword } from './password-strength.ts';
import { userRefusals } from './refusals.ts';
import { type ResetPasswordInput, resetPasswordSchema } from './schemas.ts';
import { endSessions, lockUser } from './statements.ts';
import { hashToken } from './token.ts';
import { hashPassword } from './user.ts';
import { endWaysIn, listWaysIn, type WayIn } from './ways-in.ts';

/** The ways to sign in of the person whose reset link this is, for its page; undefined when the link no longer works. */
export async function findReset(
  ctx: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<{ waysIn: WayIn[] } | undefined> {
  const owner = await findOwner(ctx, token);
  return owner && { waysIn: await listWaysIn(ctx.db.prisma, owner.id, ctx.clock.now()) };
}

/** The owner of a valid link. */
async function findOwner(ctx: Pick<Context, 'db' | 'clock'>, token: string) {
  const hash = hashToken(token);
  if (hash === undefined) return undefined;
  const where = { hash, usedAt: null, expiresAt: { gt: ctx.clock.now() } };
  const reset = await ctx.db.prisma.passwordReset.findFirst({
    where,
    select: { user: { select: { id: true, email: true, name: true } } },
  });
  return reset?.user;
}

/**
 * Sets a new password for the holder of the link. Works once. Ends all the person's sessions, and the ways to sign in
 * that they do not confirm. An authenticator app stays, because access to the mailbox must not bypass it. Counters of
 * wrong guesses reset, because the password is part of their keys.
 * @returns the token that makes the browser known, so that guesses of others cannot lock it out
 * @throws DomainError invalid_input (password), not_found (the link is used, too old or was never made)
 */
export async function resetPassword(
  ctx: Context & WithIdentity,
  input: ResetPasswordInput,
): Promise<{ device: string }> {
  const { token, password, keep } = parseInput(resetPasswordSchema, input);
  const gone = () => new DomainError('not_found', userRefusals.linkUsed);
  // Hashing is slow, so a link that does not work is refused before it.
  const owner = await findOwner(ctx, token);
  if (!owner) throw gone();
  demandStrongPassword(password, owner);
  const passwordHash = await hashPassword(password);
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const hash = hashToken(token) ?? '';
    const reset = await tx.passwordReset.findUnique({ where: { hash }, include: { user: true } });
    if (!reset || reset.user.disabledAt) throw gone();
    const { userId, user } = reset;
    await lockUser(tx, userId);
    const { count } = await tx.passwordReset.updateMany({
      where: { hash, usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (count === 0) throw gone();
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    // Other links of the same person end with this one.
    await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
    const sessionsEnded = await endSessions(tx, { userId, at: now });
    const ended = await endWaysIn(tx, { userId, keep, at: now });
    const detail = { sessionsEnded, waysInEnded: ended.length };
    await audit(tx, { actor: `user:${userId}`, action: 'password.reset', subjectId: userId, detail, at: now });
    await notifyOfChange(ctx, tx, user, 'password_reset');
    if (ended.length > 0) await notifyOfChange(ctx, tx, user, 'ways_in_ended');
    return { device: issueDevice(ctx.deviceVault, { userId, password: passwordMark(passwordHash) }, now) };
  });
}
