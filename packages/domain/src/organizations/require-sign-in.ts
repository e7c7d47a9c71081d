import { audit } from '../audit/index.ts';
import { requireOperator, requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, issue, parseInput } from '../kernel/input.ts';
import { type PersonContext, readSignIn } from '../users/index.ts';
import { lockAsMember, roleRefusal } from './lock-organization.ts';
import { may } from './permission.ts';
import { organizationIssues, organizationRefusals } from './refusals.ts';
import { type RequireSignInInput, requireSignInSchema } from './schemas.ts';
import { missingSignIn } from './sign-in-requirement.ts';

const unfulfilled = {
  second_factor: organizationIssues.factorFirst,
  sso: organizationIssues.ssoFirst,
};

/**
 * Sets what every session must have to see the organization; null requires nothing. It counts from the next request on. An owner
 * can only require what their own session has. The same again changes nothing.
 * @param hasProvider whether people can sign in through an identity provider here
 * @throws DomainError not_found, forbidden (role), invalid_input (no provider, or the own session lacks it)
 */
export async function requireSignIn(
  ctx: PersonContext & { hasProvider: boolean },
  input: RequireSignInInput,
): Promise<void> {
  requirePermission(ctx, 'organization.secure');
  const { organizationId, requirement: to } = parseInput(requireSignInSchema, input);
  if (to === 'sso' && !ctx.hasProvider) {
    throw invalidInput(issue('requirement', organizationIssues.providerMissing));
  }
  await ctx.db.prisma.$transaction(async (tx) => {
    const role = await lockAsMember(ctx, tx, organizationId);
    if (!may(role, 'organization.secure')) throw roleRefusal();
    const missing = missingSignIn(to, await readSignIn(tx, ctx));
    if (missing) throw invalidInput(issue('requirement', unfulfilled[missing]));
    const { requiredSignIn: from } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } });
    if (from === to) return;
    await tx.organization.update({ where: { id: organizationId }, data: { requiredSignIn: to } });
    await audit(tx, {
      actor: ctx.actor,
      action: 'organization.sign_in_required',
      subjectId: organizationId,
      organizationId,
      detail: { was: from ?? 'none', as: to ?? 'none' },
      at: ctx.clock.now(),
    });
  });
}

/**
 * Lets an operator lift the requirement of an application's organization whose owners cannot fulfil it any more.
 * @throws DomainError not_found; forbidden when nothing is required
 */
export async function liftSignInRequirement(
  ctx: ActorContext,
  { applicationId }: { applicationId: string },
): Promise<{ organizationId: string }> {
  requireOperator(ctx);
  if (!idSchema.safeParse(applicationId).success) throw notFound('application');
  return ctx.db.prisma.$transaction(async (tx) => {
    const found = await tx.application.findUnique({ where: { id: applicationId }, include: { organization: true } });
    if (!found) throw notFound('application');
    const { id: organizationId, requiredSignIn: from } = found.organization;
    if (from === null) throw new DomainError('forbidden', organizationRefusals.nothingRequired);
    await tx.organization.update({ where: { id: organizationId }, data: { requiredSignIn: null } });
    await audit(tx, {
      actor: ctx.actor,
      action: 'organization.sign_in_required',
      subjectId: organizationId,
      organizationId,
      detail: { was: from, as: 'none' },
      at: ctx.clock.now(),
    });
    return { organizationId };
  });
}
