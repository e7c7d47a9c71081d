import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { userIssues } from './refusals.ts';
import { type UserByEmailInput, userByEmailSchema } from './schemas.ts';
import { endSessions, lockUser } from './statements.ts';

/**
 * Lets an operator unlink a person from the identity provider, after the provider or their account there was replaced.
 * The next sign-in with their verified address links them again. Signs the person out everywhere.
 * @throws DomainError invalid_input when there is no such user, or nothing to unlink
 */
export async function unlinkIdentity(ctx: ActorContext, input: UserByEmailInput): Promise<{ userId: string }> {
  requireOperator(ctx);
  const { email } = parseInput(userByEmailSchema, input);
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw invalidInput(issue('email', issues.notUserAddress));
    const { id: userId } = user;
    await lockUser(tx, userId);
    const { count } = await tx.externalIdentity.deleteMany({ where: { userId } });
    if (count === 0) throw invalidInput(issue('email', userIssues.noIdentity));
    const sessionsEnded = await endSessions(tx, { userId, at });
    const detail = { sessionsEnded };
    await audit(tx, { actor: ctx.actor, action: 'user.identity_unlinked', subjectId: userId, detail, at });
    return { userId };
  });
}
