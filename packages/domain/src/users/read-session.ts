import type { Context } from '../context.ts';
import { idSchema } from '../input.ts';
import { isLive, isTouchDue, sessionExpiry } from './session.ts';
import { recordSeen } from './statements.ts';

export type SessionPerson = {
  userId: string;
  email: string;
  name: string | null;
  sessionId: string;
  authenticatedAt: Date;
};

/**
 * Returns who is signed in with this session, and records the use. Undefined when it is
 * revoked, expired or unknown, or the person is disabled.
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
  return { userId, email: user.email, name: user.name, sessionId, authenticatedAt };
}
