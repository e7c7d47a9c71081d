import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { type DeleteViewInput, deleteViewSchema } from './schemas.ts';
import { getChangeable } from './scope.ts';

/**
 * Deletes a view.
 * @throws DomainError invalid_input, not_found, forbidden
 */
export async function deleteView(ctx: TenantContext, input: DeleteViewInput): Promise<void> {
  requirePermission(ctx, 'views.use');
  const { viewId } = parseInput(deleteViewSchema, input);
  await ctx.db.prisma.$transaction(async (tx) => {
    const view = await getChangeable(ctx, tx, viewId);
    const { count } = await tx.savedView.deleteMany({ where: { id: view.id } });
    if (count === 0 || view.userId !== null) return;
    const detail = { page: view.page, name: view.name };
    const fact = { actor: ctx.actor, action: 'view.deleted', subjectId: view.id, at: ctx.clock.now() };
    await audit(tx, { ...fact, applicationId: view.applicationId, detail });
  });
}
