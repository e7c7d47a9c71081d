import { audit } from '../audit/index.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema } from '../kernel/input.ts';
import type { PersonContext, WithIdentity } from './identity.ts';
import { lockUser } from './statements.ts';
import { tellOfChange } from './tell-of-change.ts';

/**
 * Removes a passkey of the person. It signs in no more; sessions that it began stay. Audited, and reported by email. The
 * caller has checked who the person is.
 * @throws DomainError not_found when the person has no such passkey
 */
export async function removePasskey(ctx: PersonContext & WithIdentity, { id }: { id: string }): Promise<void> {
  const { userId } = ctx.person;
  if (!idSchema.safeParse(id).success) throw notFound('passkey');
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const where = { id, userId };
    const passkey = await tx.passkey.findFirst({ where, include: { user: { select: { email: true } } } });
    if (!passkey) throw notFound('passkey');
    await tx.passkey.delete({ where });
    const detail = { name: passkey.name };
    await audit(tx, {
      actor: ctx.actor,
      action: 'passkey.removed',
      subjectId: userId,
      detail,
      at: ctx.clock.now(),
    });
    await tellOfChange(ctx, tx, passkey.user.email, 'passkey_removed');
  });
}
