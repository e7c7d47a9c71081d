import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { insertOrganization } from '../organizations/index.ts';
import { lockUser } from '../users/index.ts';
import { applicationIssues } from './refusals.ts';
import { type CreateApplicationInput, createApplicationSchema } from './schemas.ts';

/**
 * Creates an application in an organization, or in the oldest one that a person owns. A person who owns none
 * gets a new organization.
 * @throws DomainError invalid_input, also when there is no such user or organization
 */
export async function createApplication(
  ctx: ActorContext,
  input: CreateApplicationInput,
): Promise<{ applicationId: string; organizationId: string }> {
  requirePermission(ctx, 'applications.write');
  const parsed = parseInput(createApplicationSchema, input);
  const applicationId = uuidv7();
  const now = ctx.clock.now();
  const organizationId = await ctx.db.prisma.$transaction(async (tx) => {
    const organizationId = await organizationFor(ctx, tx, parsed, now);
    await tx.application.create({ data: { id: applicationId, organizationId, name: parsed.name, createdAt: now } });
    await audit(tx, {
      actor: ctx.actor,
      action: 'application.created',
      subjectId: applicationId,
      organizationId,
      applicationId,
      detail: { name: parsed.name },
      at: now,
    });
    return organizationId;
  });
  return { applicationId, organizationId };
}

type Owner = { ownerEmail?: string; organizationId?: string };

async function organizationFor(ctx: ActorContext, tx: Prisma.TransactionClient, owner: Owner, at: Date) {
  if (owner.ownerEmail !== undefined) return organizationOf(ctx, tx, owner.ownerEmail, at);
  const found = await tx.organization.findFirst({ where: { id: owner.organizationId }, select: { id: true } });
  if (!found) throw invalidInput(issue('organizationId', applicationIssues.organizationMissing));
  return found.id;
}

async function organizationOf(ctx: ActorContext, tx: Prisma.TransactionClient, email: string, at: Date) {
  const user = await tx.user.findUnique({ where: { email }, select: { id: true, name: true } });
  if (!user) throw invalidInput(issue('ownerEmail', issues.notUserAddress));
  // Two first applications at once must not create two organizations.
  await lockUser(tx, user.id);
  const membership = await tx.membership.findFirst({
    where: { userId: user.id, role: 'owner' },
    orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
    select: { organizationId: true },
  });
  if (membership) return membership.organizationId;
  return insertOrganization(tx, { name: user.name ?? email, ownerUserId: user.id, actor: ctx.actor, at });
}
