import { audit } from '../audit/index.ts';
import type { Actor, Context } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema } from '../kernel/input.ts';
import type { PersonContext } from './identity.ts';
import { endSessions, forgetDevices, endSession as recordEnd } from './statements.ts';

/**
 * Signs one of the person's browsers out immediately.
 * @throws DomainError not_found, also for somebody else's session
 */
export async function revokeSession(ctx: PersonContext, { sessionId }: { sessionId: string }): Promise<void> {
  const { userId } = ctx.person;
  const own = idSchema.safeParse(sessionId).success && (await endOne(ctx, ctx.actor, { sessionId, userId }, true));
  if (!own) throw notFound('session');
}

/** Signs out. The holder of the session's cookie may do so. Signing out twice is the same as once. */
export async function endSession(ctx: Context, { sessionId }: { sessionId: string }): Promise<void> {
  const session = await ctx.db.prisma.session.findUnique({ where: { id: sessionId }, select: { userId: true } });
  if (!session) return;
  const { userId } = session;
  await endOne(ctx, `user:${userId}`, { sessionId, userId }, false);
}

type Ended = { sessionId: string; userId: string };

/** A browser that signs out stays known. A browser that is signed out remotely does not. */
async function endOne(ctx: Context, actor: Actor, { sessionId, userId }: Ended, forget: boolean): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    if (!(await recordEnd(tx, { id: sessionId, userId }, now))) return false;
    if (forget) await forgetDevices(tx, userId, now);
    await audit(tx, { actor, action: 'session.revoked', subjectId: userId, detail: { sessionId }, at: now });
    return true;
  });
}

/** Signs all of the person's other browsers out immediately. Returns how many. */
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
