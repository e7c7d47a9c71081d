import { audit } from '../audit/index.ts';
import { parseInput } from '../kernel/input.ts';
import { type DeleteViewInput, deleteViewSchema } from './schemas.ts';
import { getChangeable, type MemberContext } from './scope.ts';

/**
 * Deletes a view.
 * @throws DomainError invalid_input, not_found, forbidden
 */
export async function deleteView(ctx: MemberContext, input: DeleteViewInput): Promise<void> {
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
