import { findLastGap } from '../../gaps/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';

/** `since`: the moment that the database was restored to. `areKeysBack`: requests with new keys go on. */
export type OpenGap = { since: Date; areKeysBack: boolean };

/**
 * The gap that stops money out now; null without one.
 * @throws DomainError forbidden
 */
export async function findOpenGap(ctx: TenantContext): Promise<OpenGap | null> {
  requirePermission(ctx, 'organization.leave');
  const gap = await findLastGap(ctx.db.pool);
  if (!gap || gap.closedAt !== null) return null;
  return { since: gap.since, areKeysBack: gap.wholeReadings >= gap.apis };
}
