import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { memberIssues } from './refusals.ts';
import { reportMember } from './report-member.ts';
import { type AddMemberInput, addMemberSchema } from './schemas.ts';

/**
 * Makes a user a member, for the operator, who vouches for them. Owners get an email.
 * @throws DomainError not_found (organization), invalid_input (no such user, or a member already)
 */
export async function addMember(ctx: ActorContext, input: AddMemberInput): Promise<void> {
  requireOperator(ctx);
  const { organizationId, userId, role } = parseInput(addMemberSchema, input);
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    if ((await tx.organization.count({ where: { id: organizationId } })) === 0) {
      throw notFound('organization');
    }
    if ((await tx.user.count({ where: { id: userId } })) === 0) {
      throw invalidInput(issue('userId', issues.notUser));
    }
    const { count } = await tx.membership.createMany({
      data: [{ organizationId, userId, role, createdAt: now, roleSince: now, vouchedBy: 'operator' }],
      skipDuplicates: true,
    });
    if (count === 0) throw invalidInput(issue('userId', memberIssues.memberAlready));
    await audit(tx, {
      actor: ctx.actor,
      action: 'member.added',
      subjectId: userId,
      organizationId,
      detail: { role },
      at: now,
    });
    await reportMember(ctx, tx, organizationId, { what: 'joined', userId, role, by: ctx.actor });
  });
}
