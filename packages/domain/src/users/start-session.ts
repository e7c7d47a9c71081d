import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { AccountDisabled } from './account-disabled.ts';
import { issueChallenge, passwordMark } from './challenge.ts';
import type { Visitor, WithIdentity } from './identity.ts';
import { issueDevice } from './known-device.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { userRefusals } from './refusals.ts';
import { sessionExpiry, userAgentCharactersMax } from './session.ts';
import { insertSession, lockUser } from './statements.ts';

export type SignInAnswer =
  | {
      kind: 'signed_in';
      sessionId: string;
      /** A token for the browser, so that guesses of others cannot lock it out. */
      device: string;
    }
  /** The person still has to give the second factor. `challenge` goes to `answerChallenge`. */
  | { kind: 'second_factor_needed'; challenge: string };

/** The proofs of a person so far. */
type Proof = {
  userId: string;
  /** Mark of the password at that time. The session is refused when the password has changed since. */
  password: string;
  method: 'password' | 'oidc' | 'passkey';
  identity?: Identity | undefined;
  /** A passkey counts as two factors: a device, unlocked by a PIN or a fingerprint. */
  secondFactor?: 'totp' | 'recovery_code' | 'passkey';
  passkeyId?: string;
};

export const identityUnknown = userRefusals.identityUnknown;

/**
 * Starts a session, or returns a challenge when the second factor is still needed. The person's row is locked,
 * so a concurrent change of password or second factor either comes first or ends this session.
 * @throws DomainError unauthenticated, forbidden (AccountDisabled)
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
  if (user.disabledAt) throw new AccountDisabled();
  if (user.secondFactor?.confirmedAt && !proof.secondFactor && method !== 'passkey') {
    const challenge = issueChallenge(ctx.challengeVault, { userId, password: proof.password, method, identity }, now);
    return { kind: 'second_factor_needed', challenge };
  }
  if (identity) await linkIdentity(ctx, tx, user, identity);
  // Fully random, so that nobody can guess it even without the encrypted cookie.
  const sessionId = crypto.randomUUID();
  await insertSession(tx, {
    id: sessionId,
    userId,
    userAgent: visitor.userAgent?.slice(0, userAgentCharactersMax) ?? null,
    remoteIp: visitor.remoteIp ?? null,
    at: now,
    expiresAt: sessionExpiry(now, now),
    method,
    secondFactorAt: proof.secondFactor ? now : null,
    passkeyId: proof.passkeyId ?? null,
  });
  const detail = { method, secondFactor: proof.secondFactor ?? 'none', sessionId };
  await audit(tx, { actor: `user:${userId}`, action: 'user.signed_in', subjectId: userId, detail, at: now });
  return { kind: 'signed_in', sessionId, device: issueDevice(ctx.deviceVault, proof, now) };
}

/** The account is linked to another subject of the identity provider, and only that subject may sign in. */
export class OtherSubject extends DomainError {
  constructor() {
    super('forbidden', userRefusals.otherSubject);
    this.name = 'OtherSubject';
  }
}

/**
 * Refuses a subject when the account is linked to another one: an address may be reassigned, a subject is not.
 * @throws OtherSubject
 */
export async function demandUnlinked(tx: Prisma.TransactionClient, userId: string, identity: Identity): Promise<void> {
  const others = await tx.externalIdentity.count({ where: { userId, NOT: identity } });
  if (others > 0) throw new OtherSubject();
}

type Identity = { issuer: string; subject: string };
type Linked = { id: string; email: string };

async function linkIdentity(
  ctx: Context & WithIdentity,
  tx: Prisma.TransactionClient,
  user: Linked,
  { issuer, subject }: Identity,
): Promise<void> {
  await demandUnlinked(tx, user.id, { issuer, subject });
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
  await notifyOfChange(ctx, tx, user, 'identity_linked');
}
