import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { insertOrganization } from './organization.ts';
import { type CreateOrganizationInput, createOrganizationSchema } from './schemas.ts';

/** @throws DomainError invalid_input, also when there is no such user */
export async function createOrganization(
  ctx: ActorContext,
  input: CreateOrganizationInput,
): Promise<{ organizationId: string }> {
  requireOperator(ctx);
  const { name, ownerUserId } = parseInput(createOrganizationSchema, input);
  const organizationId = await ctx.db.prisma.$transaction(async (tx) => {
    if ((await tx.user.count({ where: { id: ownerUserId } })) === 0) {
      throw invalidInput(issue('ownerUserId', issues.notUser));
    }
    return insertOrganization(tx, { name, ownerUserId, actor: ctx.actor, at: ctx.clock.now() });
  });
  return { organizationId };
}
