import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { issueChallenge, passwordMark } from './challenge.ts';
import type { Visitor, WithIdentity } from './identity.ts';
import { lockUser } from './lock-user.ts';
import { sessionExpiry, userAgentCharactersMax } from './session.ts';
import { tellOfChange } from './tell-of-change.ts';

export type SignInAnswer =
  | { kind: 'signed_in'; sessionId: string }
  /** The person still owes the second factor: `challenge` is for `answerChallenge`, and is no session. */
  | { kind: 'second_factor_needed'; challenge: string };

/** What somebody has proved so far. */
export type Proof = {
  userId: string;
  /** Of the password that was right, or that was on record; a session is refused when it has changed meanwhile. */
  password: string;
  method: 'password' | 'oidc';
  identity?: { issuer: string; subject: string } | undefined;
  secondFactor?: 'totp' | 'recovery_code';
};

export const identityUnknown = 'The e-mail address or the password is not right.';

/**
 * Starts a session, or answers what is still owed. The row of the person is locked: a password that is being changed, or a second
 * factor that is being set up, either comes first or ends this session.
 * @throws DomainError unauthenticated
 */
export async function startSession(
  ctx: Context & WithIdentity,
  tx: Prisma.TransactionClient,
  proof: Proof,
  visitor: Visitor,
): Promise<SignInAnswer> {
  const { userId, identity, method } = proof;
  const now = ctx.clock.now();
  await lockUser(tx, userId);
  const user = await tx.user.findUnique({ where: { id: userId }, include: { secondFactor: true } });
  if (!user || passwordMark(user.passwordHash) !== proof.password) {
    throw new DomainError('unauthenticated', identityUnknown);
  }
  if (user.secondFactor?.confirmedAt && !proof.secondFactor) {
    const challenge = issueChallenge(ctx.challengeVault, { userId, password: proof.password, identity }, now);
    return { kind: 'second_factor_needed', challenge };
  }
  if (identity) await linkIdentity(ctx, tx, user, identity);
  const sessionId = await insertSession(tx, userId, visitor, now);
  const detail = { method, secondFactor: proof.secondFactor ?? 'none', sessionId };
  await audit(tx, { actor: `user:${userId}`, action: 'user.signed_in', subjectId: userId, detail, at: now });
  return { kind: 'signed_in', sessionId };
}

async function insertSession(tx: Prisma.TransactionClient, userId: string, visitor: Visitor, now: Date) {
  // Random in all its bits: the cookie that names it is encrypted, and this is the second lock.
  const id = crypto.randomUUID();
  await tx.session.create({
    data: {
      id,
      userId,
      userAgent: visitor.userAgent?.slice(0, userAgentCharactersMax) ?? null,
      remoteIp: visitor.remoteIp ?? null,
      createdAt: now,
      lastSeenAt: now,
      authenticatedAt: now,
      expiresAt: sessionExpiry(now, now),
    },
  });
  return id;
}

type Linked = { id: string; email: string };

async function linkIdentity(
  ctx: Context & WithIdentity,
  tx: Prisma.TransactionClient,
  user: Linked,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  const at = ctx.clock.now();
  const { count } = await tx.externalIdentity.createMany({
    data: [{ issuer, subject, userId: user.id, createdAt: at }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  await audit(tx, {
    actor: `user:${user.id}`,
    action: 'user.identity_linked',
    subjectId: user.id,
    detail: { issuer },
    at,
  });
  await tellOfChange(ctx, tx, user.email, 'identity_linked');
}
