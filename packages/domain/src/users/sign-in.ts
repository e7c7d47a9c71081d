import { audit } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { authenticateUser } from './authenticate-user.ts';
import { passwordMark } from './challenge.ts';
import { byAddress, emailKey, throttle, type Visitor, type WithIdentity } from './identity.ts';
import { emailSchema } from './schemas.ts';
import { identityUnknown, type SignInAnswer, startSession } from './start-session.ts';

type SignInInput = { email: string; password: string };

/**
 * The first step of signing in, by password. An unknown address and a wrong password have the same response and timing.
 * @throws DomainError rate_limited, unauthenticated
 */
export async function signIn(
  ctx: Context & WithIdentity,
  { email, password }: SignInInput,
  visitor: Visitor,
): Promise<SignInAnswer> {
  const { signInByAddress, signInByEmail } = ctx.identityLimits;
  const tries = await throttle([...byAddress(signInByAddress, visitor), [signInByEmail, emailKey(email)]]);
  const found = await authenticateUser(ctx, { email, password });
  if (!found) {
    await noteRefusal(ctx, email, visitor);
    throw new DomainError('unauthenticated', identityUnknown);
  }
  const { userId, passwordHash } = found;
  const proof = { userId, password: passwordMark(passwordHash), method: 'password' as const };
  const answer = await ctx.db.prisma.$transaction((tx) => startSession(ctx, tx, proof, visitor));
  await tries.refund();
  return answer;
}

/** Records the attempt for unknown addresses too, so that the response time does not show which addresses exist. */
async function noteRefusal(ctx: Context, email: string, { remoteIp }: Visitor): Promise<void> {
  const parsed = emailSchema.safeParse(email);
  const user = parsed.success
    ? await ctx.db.prisma.user.findUnique({ where: { email: parsed.data }, select: { id: true } })
    : null;
  await audit(ctx.db.prisma, {
    actor: 'visitor',
    action: 'user.sign_in_refused',
    subjectId: user?.id ?? `email:${emailKey(email).slice(0, 16)}`,
    detail: { step: 'password', remoteIp: remoteIp ?? null },
    at: ctx.clock.now(),
  });
}
