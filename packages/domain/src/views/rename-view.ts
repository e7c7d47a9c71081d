import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { type RenameViewInput, renameViewSchema } from './schemas.ts';
import { demandFreeName, getChangeable, type SavedView, viewOf } from './scope.ts';

/**
 * Renames a view.
 * @throws DomainError invalid_input (also: the name is taken), not_found, forbidden
 */
export async function renameView(ctx: TenantContext, input: RenameViewInput): Promise<SavedView> {
  requirePermission(ctx, 'views.use');
  const { viewId, name } = parseInput(renameViewSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    const view = await getChangeable(ctx, tx, viewId);
    if (view.name === name) return viewOf(ctx, view);
    await demandFreeName(tx, { ...view, name });
    const renamed = await tx.savedView.update({ where: { id: view.id }, data: { name } });
    if (view.userId === null) {
      const detail = { page: view.page, from: view.name, to: name };
      const fact = { actor: ctx.actor, action: 'view.renamed', subjectId: view.id, at: ctx.clock.now() };
      await audit(tx, { ...fact, applicationId: view.applicationId, detail });
    }
    return viewOf(ctx, renamed);
  });
}
