import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Actor, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { idSchema } from '../input.ts';
import type { PersonContext } from './identity.ts';

type Ended = { userId: string; at: Date; exceptSessionId?: string };

/** Ends a person's sessions in somebody's transaction. Answers how many. */
export async function endSessions(tx: Prisma.TransactionClient, { userId, at, exceptSessionId }: Ended) {
  const { count } = await tx.session.updateMany({
    where: { userId, revokedAt: null, ...(exceptSessionId && { id: { not: exceptSessionId } }) },
    data: { revokedAt: at },
  });
  return count;
}

/**
 * Signs one browser of the person out, at once.
 * @throws DomainError not_found, also for somebody else's session
 */
export async function revokeSession(ctx: PersonContext, { sessionId }: { sessionId: string }): Promise<void> {
  const own = idSchema.safeParse(sessionId).success && (await endOne(ctx, ctx.actor, sessionId, ctx.person.userId));
  if (!own) throw new DomainError('not_found', 'There is no such session.');
}

/** Ends a session whoever asks, for signing out: who holds its cookie may. One that has ended stays as it is. */
export async function endSession(ctx: Context, { sessionId }: { sessionId: string }): Promise<void> {
  const session = await ctx.db.prisma.session.findUnique({ where: { id: sessionId }, select: { userId: true } });
  if (session) await endOne(ctx, `user:${session.userId}`, sessionId, session.userId);
}

async function endOne(ctx: Context, actor: Actor, sessionId: string, userId: string): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, userId, revokedAt: null },
      data: { revokedAt: now },
    });
    if (count === 0) return false;
    await audit(tx, { actor, action: 'session.revoked', subjectId: userId, detail: { sessionId }, at: now });
    return true;
  });
}

/** Signs all other browsers of the person out, at once. Answers how many. */
export async function revokeOtherSessions(ctx: PersonContext): Promise<{ revoked: number }> {
  const { userId, sessionId } = ctx.person;
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const revoked = await endSessions(tx, { userId, at: now, exceptSessionId: sessionId });
    await audit(tx, {
      actor: ctx.actor,
      action: 'session.others_revoked',
      subjectId: userId,
      detail: { revoked },
      at: now,
    });
    return { revoked };
  });
}
