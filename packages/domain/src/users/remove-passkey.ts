import { audit } from '../audit/index.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema } from '../kernel/input.ts';
import { demandFactorProof } from './factor-proof.ts';
import type { PersonContext, WithIdentity } from './identity.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { endSessionsOfPasskey, lockUser } from './statements.ts';

/**
 * Removes a passkey of the person. It can no longer sign in, and the other sessions that it started end. Audited, and
 * reported by email. The person must have proved a passkey or app recently in this session.
 * @throws ReauthenticationRequired
 * @throws DomainError not_found when the person has no such passkey
 */
export async function removePasskey(ctx: PersonContext & WithIdentity, { id }: { id: string }): Promise<void> {
  const { userId, sessionId } = ctx.person;
  if (!idSchema.safeParse(id).success) throw notFound('passkey');
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    await demandFactorProof(ctx, tx);
    const where = { id, userId };
    const passkey = await tx.passkey.findFirst({ where, include: { user: { select: { email: true } } } });
    if (!passkey) throw notFound('passkey');
    await tx.passkey.delete({ where });
    const at = ctx.clock.now();
    const sessionsEnded = await endSessionsOfPasskey(tx, { userId, passkeyId: id, exceptSessionId: sessionId, at });
    const detail = { name: passkey.name, sessionsEnded };
    await audit(tx, {
      actor: ctx.actor,
      action: 'passkey.removed',
      subjectId: userId,
      detail,
      at,
    });
    await notifyOfChange(ctx, tx, { id: userId, email: passkey.user.email }, 'passkey_removed');
  });
}
