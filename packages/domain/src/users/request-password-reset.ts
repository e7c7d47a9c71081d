import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { hourMs } from '../kernel/time.ts';
import { writeSecretMails } from '../mails/index.ts';
import { passwordMark } from './challenge.ts';
import { byAddress, emailKey, networkKey, throttle, type Visitor, type WithIdentity } from './identity.ts';
import { resetMail } from './identity-mails.ts';
import { type UserByEmailInput, userByEmailSchema } from './schemas.ts';
import { newToken } from './token.ts';

const resetMs = hourMs;
/** Far longer than the work takes, so that the response time does not show whether the address is known. */
const answerMs = 250;

/**
 * Emails a link to choose a new password, when the address belongs to a user. The response is the same for unknown
 * addresses, for disabled users, who get no link, and after the most emails of one hour, whose links still work.
 * @throws DomainError rate_limited, invalid_input when it is not an address
 */
export async function requestPasswordReset(
  ctx: Context & WithIdentity,
  input: UserByEmailInput,
  visitor: Visitor,
): Promise<void> {
  const { email } = parseInput(userByEmailSchema, input);
  const { resetByAddress, resetByPair } = ctx.identityLimits;
  const pair = `${emailKey(email)}:${networkKey(visitor)}`;
  await throttle([[resetByPair, pair], ...byAddress(resetByAddress, visitor)]);
  await Promise.all([writeReset(ctx, email), new Promise((resolve) => setTimeout(resolve, answerMs))]);
}

async function writeReset(ctx: Context & WithIdentity, email: string): Promise<void> {
  const select = { id: true, passwordHash: true };
  const user = await ctx.db.prisma.user.findUnique({ where: { email, disabledAt: null }, select });
  if (!user) return;
  const { allowed } = await ctx.identityLimits.resetMails.consume(`${user.id}:${passwordMark(user.passwordHash)}`);
  if (!allowed) return;
  const now = ctx.clock.now();
  const { token, hash } = newToken();
  const link = `${ctx.dashboardUrl}/reset-password?token=${token}`;
  await ctx.db.prisma.$transaction(async (tx) => {
    const expiresAt = new Date(now.getTime() + resetMs);
    await tx.passwordReset.create({ data: { id: uuidv7(), userId: user.id, hash, createdAt: now, expiresAt } });
    await writeSecretMails(ctx, tx, [resetMail(email, link)], now);
    await audit(tx, { actor: 'visitor', action: 'password.reset_requested', subjectId: user.id, at: now });
  });
}
