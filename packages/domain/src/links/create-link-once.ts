import { v5 as uuidv5 } from 'uuid';
import { fingerprintOf } from '../idempotency/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { makeLink } from './create-link.ts';
import { demandPayPages } from './link-shop.ts';
import type { WithPayPages } from './link-token.ts';
import { type NewLinkInput, newLinkSchema } from './schemas.ts';

/**
 * Makes a link for a person. The same person with the same request key and input gets the same link, however often it is
 * called: its id follows from them, so that no claim is needed, which the dashboard has no right to write.
 * @throws DomainError forbidden, provider_not_configured, invalid_input
 */
export async function createLinkOnce(
  ctx: TenantContext & WithPayPages,
  given: NewLinkInput,
): Promise<{ linkId: string }> {
  requirePermission(ctx, 'links.write');
  const payPages = demandPayPages(ctx);
  const { requestKey, ...input } = parseInput(newLinkSchema, given);
  const { applicationId, environment } = ctx.tenant;
  const id = uuidv5([environment, ctx.actor, fingerprintOf(given), requestKey].join(' '), applicationId);
  const known = await ctx.db.prisma.paymentLink.findFirst({ where: { id, ...ctx.tenant }, select: { id: true } });
  if (!known) await makeLink(ctx, input, { id, payPages, claim: undefined });
  return { linkId: id };
}
