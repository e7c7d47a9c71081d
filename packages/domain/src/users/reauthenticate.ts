import { audit } from '../audit/index.ts';
import { DomainError, type Issue } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { consumeCode } from './consume-code.ts';
import { findFactors } from './factor-proof.ts';
import { type PersonContext, throttle, type WithIdentity } from './identity.ts';
import { userIssues, userRefusals } from './refusals.ts';
import { recordProof } from './statements.ts';
import { checkPasskey, consumeSignature } from './use-passkey.ts';
import { verifyPassword } from './user.ts';

type ProofInput = {
  password?: string | undefined;
  code?: string | undefined;
  /** Of a passkey: what the browser returned for `askForPasskey`, as JSON. */
  signature?: string | undefined;
};

/**
 * Records that the person proved who they are: by a passkey, by a code of their second factor, or by password when they
 * have neither.
 * @throws DomainError rate_limited, invalid_input (which field is wrong), unauthenticated (the session has ended)
 */
export async function reauthenticate(ctx: PersonContext & WithIdentity, input: ProofInput): Promise<{ at: Date }> {
  const { userId, sessionId } = ctx.person;
  const tries = await throttle([[ctx.identityLimits.proofByUser, userId]]);
  const proved = await prove(ctx, input);
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const isLive = await recordProof(tx, { id: sessionId, userId }, { at: now, bySecondFactor: proved !== 'password' });
    if (!isLive) throw new DomainError('unauthenticated', userRefusals.signInFirst);
    const detail = { by: proved, sessionId };
    await audit(tx, { actor: ctx.actor, action: 'user.reauthenticated', subjectId: userId, detail, at: now });
  });
  await tries.refund();
  return { at: now };
}

async function prove(ctx: PersonContext & WithIdentity, { password = '', code = '', signature }: ProofInput) {
  const { userId } = ctx.person;
  if (signature !== undefined) {
    const checked = await checkPasskey(ctx, { for: 'proof', userId }, signature);
    const isTaken = checked && (await consumeSignature(ctx.db.prisma, checked, ctx.clock.now()));
    return isTaken ? 'passkey' : refuse(ctx, issue('signature', userIssues.codeUnknown));
  }
  const user = await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: userId }, include: { secondFactor: true } });
  if (user.secondFactor?.confirmedAt) {
    const taken = await ctx.db.prisma.$transaction((tx) => consumeCode(ctx, tx, userId, code));
    return taken ?? refuse(ctx, issue('code', userIssues.codeUsed));
  }
  const { passkeys } = await findFactors(ctx, ctx.db.prisma, userId);
  if (passkeys) throw invalidInput(issue('password', userIssues.usePasskey));
  if (user.passwordHash === null) {
    throw invalidInput(issue('password', userIssues.passwordMissing));
  }
  const isRight = await verifyPassword(user.passwordHash, password);
  return isRight ? 'password' : refuse(ctx, issue('password', issues.incorrect));
}

async function refuse(ctx: PersonContext, found: Issue): Promise<never> {
  await audit(ctx.db.prisma, {
    actor: ctx.actor,
    action: 'user.reauthentication_refused',
    subjectId: ctx.person.userId,
    detail: { by: found.path },
    at: ctx.clock.now(),
  });
  throw invalidInput(found);
}
