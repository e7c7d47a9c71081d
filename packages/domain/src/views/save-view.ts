import { v7 as uuidv7 } from 'uuid';
import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { viewsMax } from './list-views.ts';
import { viewRefusals } from './refusals.ts';
import { type SaveViewInput, saveViewSchema } from './schemas.ts';
import { demandFreeName, demandSharing, personOf, type SavedView, viewOf } from './scope.ts';

/**
 * Saves the filters of a page under a name, for the person or for everybody in the application.
 * @throws DomainError invalid_input (also: the name is taken, there are {@link viewsMax} already), forbidden
 */
export async function saveView(ctx: TenantContext, input: SaveViewInput): Promise<SavedView> {
  requirePermission(ctx, 'views.use');
  const { isShared, ...given } = parseInput(saveViewSchema, input);
  const createdBy = personOf(ctx);
  if (isShared) demandSharing(ctx);
  const userId = isShared ? null : createdBy;
  const createdAt = ctx.clock.now();
  const { applicationId, environment } = ctx.tenant;
  return ctx.db.prisma.$transaction(async (tx) => {
    // Without the lock, two saves at once could both take the last place.
    await lockApplication(tx, applicationId);
    const data = { id: uuidv7(), applicationId, environment, ...given, userId, createdBy, createdAt };
    await demandFreeName(tx, data);
    const count = await tx.savedView.count({ where: { applicationId, environment, page: given.page, userId } });
    if (count >= viewsMax) {
      throw new DomainError('invalid_input', viewRefusals.viewsFull({ max: viewsMax }));
    }
    const row = await tx.savedView.create({ data });
    if (isShared) {
      const { page, name } = given;
      await audit(tx, {
        actor: ctx.actor,
        action: 'view.shared',
        subjectId: row.id,
        applicationId,
        detail: { environment, page, name },
        at: createdAt,
      });
    }
    return viewOf(ctx, row);
  });
}
