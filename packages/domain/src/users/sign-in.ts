import { audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { authenticateUser } from './authenticate-user.ts';
import { passwordMark } from './challenge.ts';
import { guessUses } from './guess-limits.ts';
import { emailKey, throttle, type Visitor, type WithIdentity } from './identity.ts';
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
  const user = await findUser(ctx, email);
  const tries = await throttle(guessUses(ctx, { email, user, now: ctx.clock.now() }, visitor));
  const found = await authenticateUser(ctx, { email, password });
  if (!found) {
    await noteRefusal(ctx, user?.id ?? `email:${emailKey(email).slice(0, 16)}`, visitor);
    throw new DomainError('unauthenticated', identityUnknown);
  }
  const { userId, passwordHash } = found;
  const proof = { userId, password: passwordMark(passwordHash), method: 'password' as const };
  const answer = await ctx.db.prisma.$transaction((tx) => startSession(ctx, tx, proof, visitor));
  await tries.refund();
  return answer;
}

/** Records the attempt for unknown addresses too, so that the response time does not show which addresses exist. */
async function noteRefusal(ctx: Context, subjectId: string, { remoteIp }: Visitor): Promise<void> {
  await audit(ctx.db.prisma, {
    actor: 'visitor',
    action: 'user.sign_in_refused',
    subjectId,
    detail: { step: 'password', remoteIp: remoteIp ?? null },
    at: ctx.clock.now(),
  });
}

async function findUser(ctx: Context, email: string) {
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) return null;
  const select = { id: true, passwordHash: true, devicesSince: true };
  return ctx.db.prisma.user.findUnique({ where: { email: parsed.data }, select });
}
