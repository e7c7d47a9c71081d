import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type RenameApplicationInput, renameApplicationSchema } from './schemas.ts';

/**
 * Gives an application of the organization another name. Who asks was judged before.
 * @throws DomainError invalid_input, not_found
 */
export async function renameApplication(ctx: ActorContext, input: RenameApplicationInput): Promise<void> {
  requirePermission(ctx, 'applications.write');
  const { organizationId, applicationId, name } = parseInput(renameApplicationSchema, input);
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.application.updateMany({ where: { id: applicationId, organizationId }, data: { name } });
    if (count === 0) throw notFound('application');
    const fact = { actor: ctx.actor, action: 'application.renamed', subjectId: applicationId, organizationId };
    await audit(tx, { ...fact, applicationId, detail: { name }, at });
  });
}
