import { validate as isUuid } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { listFormerOrganizations } from './statements.ts';

/**
 * The organization that a person was removed from, or left, by one of its applications. Undefined for members, for people
 * who never were members, and for an application that was created after they were gone: for all of them there is no such
 * page.
 */
export async function findFormerOrganization(
  ctx: Context,
  { userId, applicationId }: { userId: string; applicationId: string },
): Promise<{ name: string } | undefined> {
  if (!isUuid(userId) || !isUuid(applicationId)) return undefined;
  const [found] = await listFormerOrganizations(ctx.db.pool, { userId, applicationId });
  return found;
}
