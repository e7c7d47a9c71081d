import type { Prisma, SavedViewModel } from '@tillgate/db';
import { hasPermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { viewIssues, viewRefusals } from './refusals.ts';

export type SavedView = {
  viewId: string;
  page: string;
  name: string;
  /** The query string of the page, without `?`. */
  query: string;
  isShared: boolean;
  /** The person may rename and delete it. */
  isMine: boolean;
};

/** The id of the person who acts. @throws DomainError forbidden when the actor is not a person */
export function personOf({ actor }: TenantContext): string {
  if (!actor.startsWith('user:')) throw new DomainError('forbidden', viewRefusals.peopleOnlyViews);
  return actor.slice('user:'.length);
}

export function viewOf(ctx: TenantContext, row: SavedViewModel): SavedView {
  const isShared = row.userId === null;
  return {
    viewId: row.id,
    page: row.page,
    name: row.name,
    query: row.query,
    isShared,
    isMine: isShared ? hasPermission(ctx, 'views.share') : true,
  };
}

/** Views that the person sees: their own and shared ones. */
export function seenBy(ctx: TenantContext): Prisma.SavedViewWhereInput {
  return { ...ctx.tenant, OR: [{ userId: personOf(ctx) }, { userId: null }] };
}

/** @throws DomainError forbidden when the person may not change shared views */
export function demandSharing(ctx: TenantContext): void {
  if (!hasPermission(ctx, 'views.share')) throw new DomainError('forbidden', viewRefusals.sharedViewsRole);
}

/**
 * A view that the person may change.
 * @throws DomainError not_found, also for another person's view; forbidden for a shared view that the role may not change
 */
export async function getChangeable(
  ctx: TenantContext,
  tx: Prisma.TransactionClient,
  viewId: string,
): Promise<SavedViewModel> {
  const view = await tx.savedView.findFirst({ where: { id: viewId, ...seenBy(ctx) } });
  if (!view) throw notFound('view');
  if (view.userId === null) demandSharing(ctx);
  return view;
}

/** @throws DomainError invalid_input when the page already has a view with that name */
export async function demandFreeName(
  tx: Prisma.TransactionClient,
  view: Pick<SavedViewModel, 'applicationId' | 'environment' | 'page' | 'name' | 'userId'>,
): Promise<void> {
  const { applicationId, environment, page, name, userId } = view;
  const count = await tx.savedView.count({ where: { applicationId, environment, page, name, userId } });
  if (count > 0) throw invalidInput(issue('name', viewIssues.viewName));
}
