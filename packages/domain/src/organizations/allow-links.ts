import type { Prisma } from '@tillgate/db';
import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, issue, nameSchema, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { organizationIssues } from './refusals.ts';
import { lockOrganization } from './statements.ts';

const allowLinksSchema = z.strictObject({
  organizationId: idSchema,
  isAllowed: z.boolean(),
  /** What payers read on its pages. Needed the first time. */
  name: nameSchema.optional(),
});
export type AllowLinksInput = z.input<typeof allowLinksSchema>;

type Allowed = { name: string | null; linksAllowedAt: Date | null };

/**
 * Lets an organization take real money on payment links under a name, or takes that back: then its pages say that they are
 * not available, and nothing is asked for any more. An installation with one organization needs no such word.
 * @throws DomainError forbidden (operators alone), invalid_input (also when it is so already), not_found
 */
export async function allowLinks(ctx: ActorContext, input: AllowLinksInput): Promise<Allowed> {
  requireOperator(ctx);
  const { organizationId, isAllowed, name } = parseInput(allowLinksSchema, input);
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await tx.organization.findUnique({
      where: { id: organizationId },
      select: { publicName: true, linksAllowedAt: true },
    });
    if (!before) throw notFound('organization');
    const shown = name ?? before.publicName;
    if (isAllowed && shown === null) throw invalidInput(issue('name', issues.empty));
    if ((before.linksAllowedAt !== null) === isAllowed && before.publicName === (name ?? before.publicName)) {
      throw invalidInput(
        issue('organizationId', isAllowed ? organizationIssues.linksAllowed : organizationIssues.linksForbidden),
      );
    }
    const linksAllowedAt = isAllowed ? (before.linksAllowedAt ?? at) : null;
    const data: Prisma.OrganizationUpdateInput = { linksAllowedAt, publicName: shown };
    await tx.organization.update({ where: { id: organizationId }, data });
    const action = isAllowed ? 'organization.links_allowed' : 'organization.links_withdrawn';
    await audit(tx, {
      actor: ctx.actor,
      action,
      subjectId: organizationId,
      organizationId,
      detail: { name: shown },
      at,
    });
    return { name: shown, linksAllowedAt };
  });
}
