import type { PersonContext } from '../../users/index.ts';

type ListedSession = {
  sessionId: string;
  userAgent: string | null;
  remoteIp: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** The session of this request. */
  isCurrent: boolean;
};

const listedMax = 100;

/** A person's active sessions: the current one first, then by last use. */
export async function listSessions(ctx: PersonContext): Promise<ListedSession[]> {
  const { userId, sessionId } = ctx.person;
  const rows = await ctx.db.prisma.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    take: listedMax,
  });
  const sessions = rows.map(({ id, userAgent, remoteIp, createdAt, lastSeenAt }) => {
    return { sessionId: id, userAgent, remoteIp, createdAt, lastSeenAt, isCurrent: id === sessionId };
  });
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
