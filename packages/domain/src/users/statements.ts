import { type Prisma, type SignInMethod, sql } from '@tillgate/db';

// Every statement that writes `sessions`, or whether a user is disabled, is in this file.

type Tx = Prisma.TransactionClient;
type Sessions = Pick<Tx, 'session'>;

/** Locks a person until the transaction ends, so that changes to how they sign in happen one by one. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw(sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`);
}

/** Disables a person, or enables them with null. Returns false when that changes nothing. */
export async function recordDisabled(tx: Tx, userId: string, disabledAt: Date | null): Promise<boolean> {
  const where = { id: userId, disabledAt: disabledAt ? null : { not: null } };
  const { count } = await tx.user.updateMany({ where, data: { disabledAt } });
  return count === 1;
}

type NewSession = {
  id: string;
  userId: string;
  userAgent: string | null;
  remoteIp: string | null;
  at: Date;
  expiresAt: Date;
  method: SignInMethod;
  /** Null when no code of the second factor was given. */
  secondFactorAt: Date | null;
  /** The passkey that started it. */
  passkeyId: string | null;
};

export async function insertSession(db: Sessions, { at, ...session }: NewSession): Promise<void> {
  await db.session.create({ data: { ...session, createdAt: at, lastSeenAt: at, authenticatedAt: at } });
}

type Seen = { lastSeenAt: Date; now: Date; expiresAt: Date };

/** Records that a session was used. Changes nothing when another process recorded a use since `lastSeenAt`. */
export async function recordSeen(db: Sessions, id: string, { lastSeenAt, now, expiresAt }: Seen): Promise<void> {
  await db.session.updateMany({
    where: { id, revokedAt: null, lastSeenAt },
    data: { lastSeenAt: now, expiresAt },
  });
}

type Proof = { at: Date; bySecondFactor: boolean };

/** Records that the person proved who they are. Returns false when the session is revoked. */
export async function recordProof(
  db: Sessions,
  session: { id: string; userId: string },
  { at, bySecondFactor }: Proof,
): Promise<boolean> {
  const { count } = await db.session.updateMany({
    where: { ...session, revokedAt: null },
    data: { authenticatedAt: at, ...(bySecondFactor && { secondFactorAt: at }) },
  });
  return count === 1;
}

/** Records that a code of the second factor was given in a session. */
export async function recordSecondFactor(
  db: Sessions,
  session: { id: string; userId: string },
  at: Date,
): Promise<void> {
  await db.session.updateMany({ where: session, data: { secondFactorAt: at } });
}

/** Removes the second factor from all sessions of a person. */
export async function clearSecondFactor(db: Sessions, userId: string): Promise<void> {
  await db.session.updateMany({ where: { userId, secondFactorAt: { not: null } }, data: { secondFactorAt: null } });
}

/** Revokes one session of a person. Returns false when it was revoked before, or belongs to somebody else. */
export async function endSession(db: Sessions, session: { id: string; userId: string }, at: Date): Promise<boolean> {
  const { count } = await db.session.updateMany({ where: { ...session, revokedAt: null }, data: { revokedAt: at } });
  return count === 1;
}

/**
 * Revokes the sessions that a passkey started, except one. Also ends sessions of older versions, which did not store the
 * passkey. Returns how many.
 */
export async function endSessionsOfPasskey(
  db: Sessions,
  { userId, passkeyId, exceptSessionId, at }: { userId: string; passkeyId: string; exceptSessionId: string; at: Date },
): Promise<number> {
  const { count } = await db.session.updateMany({
    where: {
      userId,
      revokedAt: null,
      id: { not: exceptSessionId },
      method: 'passkey',
      OR: [{ passkeyId }, { passkeyId: null }],
    },
    data: { revokedAt: at },
  });
  return count;
}

/** Makes all browsers of a person unknown. */
export async function forgetDevices(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { devicesSince: at } });
}

/** Revokes a person's sessions, except one when it is given, and forgets known browsers. Returns how many. */
export async function endSessions(
  tx: Tx,
  { userId, at, exceptSessionId }: { userId: string; at: Date; exceptSessionId?: string },
): Promise<number> {
  await forgetDevices(tx, userId, at);
  const { count } = await tx.session.updateMany({
    where: { userId, revokedAt: null, ...(exceptSessionId && { id: { not: exceptSessionId } }) },
    data: { revokedAt: at },
  });
  return count;
}
