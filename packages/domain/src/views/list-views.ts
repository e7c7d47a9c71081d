import { parseInput } from '../input.ts';
import { type ListViewsInput, listViewsSchema } from './schemas.ts';
import { type MemberContext, type SavedView, seenBy, viewOf } from './scope.ts';

/** So many of one page, a person's own and shared ones together. */
export const viewsMax = 50;

/**
 * The views of a page that the person sees, shared ones first, each kind by name.
 * @throws DomainError invalid_input
 */
export async function listViews(ctx: MemberContext, input: ListViewsInput): Promise<SavedView[]> {
  const { page } = parseInput(listViewsSchema, input);
  const rows = await ctx.db.prisma.savedView.findMany({
    where: { ...seenBy(ctx), page },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    // Everybody's own are bounded, and so are the shared ones.
    take: 2 * viewsMax,
  });
  const views = rows.map((row) => viewOf(ctx, row));
  return views.sort((a, b) => Number(b.isShared) - Number(a.isShared) || a.name.localeCompare(b.name, 'en'));
}
