import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { organizationIssues, organizationRefusals } from './refusals.ts';
import { type SuspensionInput, suspensionSchema } from './schemas.ts';
import { lockOrganization, recordSuspension } from './statements.ts';

/** The refusal of whatever a suspended organization may not do. */
export class OrganizationSuspended extends DomainError {
  constructor() {
    super('forbidden', organizationRefusals.suspended);
    this.name = 'OrganizationSuspended';
  }
}

/**
 * Refuses an API key of a suspended organization.
 * @throws DomainError forbidden
 */
export function requireActive(key: { isSuspended: boolean }): void {
  if (key.isSuspended) throw new OrganizationSuspended();
}

/** Whether the organization of an application is suspended. */
export async function isSuspended(
  db: Pick<Prisma.TransactionClient, 'application'>,
  applicationId: string,
): Promise<boolean> {
  const where = { id: applicationId, organization: { suspendedAt: { not: null } } };
  return (await db.application.count({ where })) > 0;
}

/**
 * Suspends an organization: its API keys are refused within 5 s, its orders and its changes at once. Its members can
 * still read. Callbacks, settlement and webhooks of existing payments continue.
 * @throws DomainError invalid_input (also when it is suspended already), not_found
 */
export async function suspendOrganization(ctx: ActorContext, input: SuspensionInput): Promise<{ suspendedAt: Date }> {
  requireOperator(ctx);
  const suspendedAt = ctx.clock.now();
  await change(ctx, input, 'organization.suspended', suspendedAt);
  return { suspendedAt };
}

/**
 * Ends the suspension of an organization.
 * @throws DomainError invalid_input (also when it is not suspended), not_found
 */
export async function resumeOrganization(ctx: ActorContext, input: SuspensionInput): Promise<void> {
  requireOperator(ctx);
  await change(ctx, input, 'organization.resumed', null);
}

async function change(
  ctx: ActorContext,
  input: SuspensionInput,
  action: 'organization.suspended' | 'organization.resumed',
  suspendedAt: Date | null,
): Promise<void> {
  const { organizationId, reason } = parseInput(suspensionSchema, input);
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const found = await tx.organization.findUnique({ where: { id: organizationId }, select: { suspendedAt: true } });
    if (!found) throw notFound('organization');
    if ((found.suspendedAt === null) === (suspendedAt === null)) {
      const why = suspendedAt ? organizationIssues.suspendedAlready : organizationIssues.notSuspended;
      throw invalidInput(issue('organizationId', why));
    }
    const suspensionReason = suspendedAt ? reason : null;
    await recordSuspension(tx, organizationId, { suspendedAt, suspensionReason });
    const at = ctx.clock.now();
    await audit(tx, { actor: ctx.actor, action, subjectId: organizationId, organizationId, detail: { reason }, at });
  });
}
