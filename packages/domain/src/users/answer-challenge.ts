import { audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { readChallenge } from './challenge.ts';
import { consumeCode } from './consume-code.ts';
import { throttle, type Visitor, type WithIdentity } from './identity.ts';
import { userRefusals } from './refusals.ts';
import { type SignInAnswer, startSession } from './start-session.ts';

/**
 * The second step of signing in: a code of the authenticator app, or a recovery code.
 * @throws DomainError rate_limited, unauthenticated (the code is wrong or used), not_found (the first step must be done again)
 */
export async function answerChallenge(
  ctx: Context & WithIdentity,
  { challenge, code }: { challenge: string; code: string },
  visitor: Visitor,
): Promise<SignInAnswer> {
  const owed = readChallenge(ctx.challengeVault, challenge, ctx.clock.now());
  if (!owed) throw new DomainError('not_found', userRefusals.signInTooLong);
  const { userId, password, identity, method } = owed;
  const tries = await throttle([[ctx.identityLimits.codeByUser, userId]]);
  const answer = await ctx.db.prisma.$transaction(async (tx) => {
    const secondFactor = await consumeCode(ctx, tx, userId, code);
    if (!secondFactor) return undefined;
    return startSession(ctx, tx, { userId, password, identity, method, secondFactor }, visitor);
  });
  if (!answer) {
    await audit(ctx.db.prisma, {
      actor: 'visitor',
      action: 'user.sign_in_refused',
      subjectId: userId,
      detail: { step: 'code', remoteIp: visitor.remoteIp ?? null },
      at: ctx.clock.now(),
    });
    throw new DomainError('unauthenticated', userRefusals.wrongCode);
  }
  await tries.refund();
  return answer;
}
