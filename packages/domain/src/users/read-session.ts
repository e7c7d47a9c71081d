import type { Context } from '../context.ts';
import { idSchema } from '../input.ts';
import { isLive, isTouchDue, sessionExpiry } from './session.ts';

export type SessionPerson = {
  userId: string;
  email: string;
  name: string | null;
  sessionId: string;
  authenticatedAt: Date;
};

/** Who is signed in by this session, and notes that they were seen. Undefined when it is revoked, expired or was never there. */
export async function readSession(
  ctx: Pick<Context, 'db' | 'clock'>,
  sessionId: string,
): Promise<SessionPerson | undefined> {
  if (!idSchema.safeParse(sessionId).success) return undefined;
  const row = await ctx.db.prisma.session.findUnique({
    where: { id: sessionId },
    include: { user: { select: { email: true, name: true } } },
  });
  const now = ctx.clock.now();
  if (!row || !isLive(row, now)) return undefined;
  if (isTouchDue(row.lastSeenAt, now)) {
    await ctx.db.prisma.session.updateMany({
      where: { id: sessionId, revokedAt: null, lastSeenAt: row.lastSeenAt },
      data: { lastSeenAt: now, expiresAt: sessionExpiry(row.createdAt, now) },
    });
  }
  const { userId, user, authenticatedAt } = row;
  return { userId, email: user.email, name: user.name, sessionId, authenticatedAt };
}
