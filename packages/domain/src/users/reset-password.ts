import { audit } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import type { WithIdentity } from './identity.ts';
import { type ResetPasswordInput, resetPasswordSchema } from './schemas.ts';
import { endSessions, lockUser } from './statements.ts';
import { tellOfChange } from './tell-of-change.ts';
import { hashToken } from './token.ts';
import { hashPassword } from './user.ts';

/** Whether a link from a mail still works: for the page that it leads to. */
export async function isResetOpen(ctx: Pick<Context, 'db' | 'clock'>, token: string): Promise<boolean> {
  const hash = hashToken(token);
  if (hash === undefined) return false;
  const open = { hash, usedAt: null, expiresAt: { gt: ctx.clock.now() } };
  return (await ctx.db.prisma.passwordReset.count({ where: open })) > 0;
}

/**
 * Sets a new password for the holder of the link. Works once. All the person's sessions end; a second factor stays.
 * @throws DomainError invalid_input (password), not_found (the link is used, too old or was never made)
 */
export async function resetPassword(ctx: Context & WithIdentity, input: ResetPasswordInput): Promise<void> {
  const { token, password } = parseInput(resetPasswordSchema, input);
  const gone = () => new DomainError('not_found', 'This link has been used or is too old. Ask for a new one.');
  // Hashing is slow, so a link that does not work is refused before it.
  if (!(await isResetOpen(ctx, token))) throw gone();
  const passwordHash = await hashPassword(password);
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
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
    const detail = { sessionsEnded };
    await audit(tx, { actor: `user:${userId}`, action: 'password.reset', subjectId: userId, detail, at: now });
    await tellOfChange(ctx, tx, user.email, 'password_reset');
  });
}
