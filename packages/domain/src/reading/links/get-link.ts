import { validate as isUuid } from 'uuid';
import { requireEither } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { type LinkView, linkView, type WithPayPages } from '../../links/index.ts';
import { type CountedLink, findLink } from './link-statements.ts';

/**
 * A link of the caller's application and environment.
 * @throws DomainError forbidden (scope, role), not_found: a foreign, a missing and a malformed id look the same
 */
export async function getLink(ctx: TenantContext & WithPayPages, linkId: string): Promise<LinkView> {
  requireEither(ctx, 'read', 'links.read');
  return viewOf(ctx, await demandLink(ctx, linkId));
}

/** @throws DomainError not_found */
export async function demandLink({ db, tenant }: TenantContext, linkId: string): Promise<CountedLink> {
  const link = isUuid(linkId) ? await findLink(db.pool, linkId, tenant) : undefined;
  if (!link) throw notFound('payment link');
  return link;
}

export function viewOf({ payPages }: WithPayPages, { openAttempts, ...row }: CountedLink): LinkView {
  return linkView(row, openAttempts, payPages);
}
