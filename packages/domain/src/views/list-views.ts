import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { type ListViewsInput, listViewsSchema } from './schemas.ts';
import { type SavedView, seenBy, viewOf } from './scope.ts';

/** How many views of a page one person may have, and how many may be shared. */
export const viewsMax = 50;

/**
 * The views of a page that the person sees, shared ones first, each kind by name.
 * @throws DomainError invalid_input
 */
export async function listViews(ctx: TenantContext, input: ListViewsInput): Promise<SavedView[]> {
  requirePermission(ctx, 'views.use');
  const { page } = parseInput(listViewsSchema, input);
  const rows = await ctx.db.prisma.savedView.findMany({
    where: { ...seenBy(ctx), page },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    // A person's own views and the shared ones have this limit each.
    take: 2 * viewsMax,
  });
  const views = rows.map((row) => viewOf(ctx, row));
  return views.sort((a, b) => Number(b.isShared) - Number(a.isShared) || a.name.localeCompare(b.name, 'en'));
}
