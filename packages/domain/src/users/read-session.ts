import type { Prisma, SignInMethod } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import { idSchema } from '../kernel/input.ts';
import type { PersonContext } from './identity.ts';
import { isLive, isTouchDue, sessionExpiry } from './session.ts';
import { recordSeen } from './statements.ts';

/** How a session was started, which an organization may restrict. */
export type SignInProof = {
  /** Null for sessions of older versions. */
  method: SignInMethod | null;
  /** Whether a code of the second factor was given in it. */
  secondFactor: boolean;
};

export type SessionPerson = {
  userId: string;
  email: string;
  name: string | null;
  sessionId: string;
  authenticatedAt: Date;
  signIn: SignInProof;
};

/**
 * Returns the person of a session, and records the use. Undefined when it is revoked, expired or unknown, or the person
 * is disabled.
 */
export async function readSession(
  ctx: Pick<Context, 'db' | 'clock'>,
  sessionId: string,
): Promise<SessionPerson | undefined> {
  if (!idSchema.safeParse(sessionId).success) return undefined;
  const row = await ctx.db.prisma.session.findUnique({
    where: { id: sessionId },
    include: { user: { select: { email: true, name: true, disabledAt: true } } },
  });
  const now = ctx.clock.now();
  if (!row || !isLive(row, now) || row.user.disabledAt) return undefined;
  if (isTouchDue(row.lastSeenAt, now)) {
    const expiresAt = sessionExpiry(row.createdAt, now);
    await recordSeen(ctx.db.prisma, sessionId, { lastSeenAt: row.lastSeenAt, now, expiresAt });
  }
  const { userId, user, authenticatedAt } = row;
  return { userId, email: user.email, name: user.name, sessionId, authenticatedAt, signIn: proofOf(row) };
}

/** How the person's current session was started. */
export async function readSignIn(tx: Prisma.TransactionClient, { person }: PersonContext): Promise<SignInProof> {
  const { sessionId: id, userId } = person;
  const row = await tx.session.findFirst({ where: { id, userId, revokedAt: null } });
  return row ? proofOf(row) : { method: null, secondFactor: false };
}

function proofOf(row: { method: SignInMethod | null; secondFactorAt: Date | null }): SignInProof {
  return { method: row.method, secondFactor: row.secondFactorAt !== null };
}
