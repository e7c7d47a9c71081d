import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { nameSchema } from '../kernel/input.ts';
import { passwordMark } from './challenge.ts';
import type { Visitor, WithIdentity } from './identity.ts';
import { userRefusals } from './refusals.ts';
import { emailSchema } from './schemas.ts';
import { demandUnlinked, type SignInAnswer, startSession } from './start-session.ts';

/** The claims of an identity provider, with a verified signature. */
type ExternalClaims = {
  issuer: string;
  subject: string;
  email?: string | undefined;
  emailVerified?: boolean | undefined;
  name?: string | undefined;
};

/**
 * Signs in a person of an identity provider: by issuer and subject, or the first time by a verified address of a user or
 * an invitation. A second factor is still required, and the account is linked only after it. A linked account accepts
 * only its own subject.
 * @throws DomainError forbidden; OtherSubject
 */
export async function signInExternally(
  ctx: Context & WithIdentity,
  claims: ExternalClaims,
  visitor: Visitor,
): Promise<SignInAnswer> {
  const { issuer, subject } = claims;
  return ctx.db.prisma.$transaction(async (tx) => {
    const known = await tx.externalIdentity.findUnique({
      where: { issuer_subject: { issuer, subject } },
      select: { user: true },
    });
    const user = known?.user ?? (await findOrCreateUser(ctx, tx, claims));
    const identity = known ? undefined : { issuer, subject };
    if (identity) await demandUnlinked(tx, user.id, identity);
    const proof = { userId: user.id, password: passwordMark(user.passwordHash), method: 'oidc' as const, identity };
    return startSession(ctx, tx, proof, visitor);
  });
}

type KnownUser = { id: string; passwordHash: string | null };

async function findOrCreateUser(
  ctx: Context,
  tx: Prisma.TransactionClient,
  claims: ExternalClaims,
): Promise<KnownUser> {
  const email = emailSchema.safeParse(claims.email);
  if (!email.success || claims.emailVerified !== true) {
    throw new DomainError('forbidden', userRefusals.addressUnverified);
  }
  const user = await tx.user.findUnique({ where: { email: email.data } });
  if (user) return user;
  const now = ctx.clock.now();
  const invited = await tx.invitation.count({
    where: { email: email.data, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
  });
  if (invited === 0) throw new DomainError('forbidden', userRefusals.nobodyInvited);
  const name = nameSchema.safeParse(claims.name);
  const data = { id: uuidv7(), email: email.data, name: name.success ? name.data : null, passwordHash: null };
  await tx.user.create({ data: { ...data, createdAt: now } });
  await audit(tx, {
    actor: `user:${data.id}`,
    action: 'user.created',
    subjectId: data.id,
    detail: { email: data.email, issuer: claims.issuer },
    at: now,
  });
  return data;
}
