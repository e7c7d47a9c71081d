import type { Role } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { Context } from '../context.ts';

/** Since when, and why, the operator refuses changes by an organization. */
type Suspension = { since: Date; reason: string | null };

/** What a person is in an organization. */
type OrganizationAccess = { organizationId: string; role: Role; suspension: Suspension | undefined };

/** What a person is to an application. */
type ApplicationAccess = OrganizationAccess & { applicationId: string; applicationName: string };

const suspensionColumns = { suspendedAt: true, suspensionReason: true } as const;

function suspensionOf(row: { suspendedAt: Date | null; suspensionReason: string | null }): Suspension | undefined {
  return row.suspendedAt ? { since: row.suspendedAt, reason: row.suspensionReason } : undefined;
}

/** The person's role in an organization; undefined when they have none there, or there is no such organization. */
export async function findOrganizationAccess(
  ctx: Context,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<OrganizationAccess | undefined> {
  if (!isUuid(userId) || !isUuid(organizationId)) return undefined;
  const membership = await ctx.db.prisma.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { organizationId: true, role: true, organization: { select: suspensionColumns } },
  });
  if (!membership) return undefined;
  const { organization, ...access } = membership;
  return { ...access, suspension: suspensionOf(organization) };
}

/**
 * The person's role in the organization that an application belongs to. Undefined for an application of others, a missing one
 * and an invalid id: a caller cannot tell them apart.
 */
export async function findApplicationAccess(
  ctx: Context,
  { userId, applicationId }: { userId: string; applicationId: string },
): Promise<ApplicationAccess | undefined> {
  if (!isUuid(userId) || !isUuid(applicationId)) return undefined;
  const application = await ctx.db.prisma.application.findFirst({
    where: { id: applicationId, organization: { memberships: { some: { userId } } } },
    select: {
      name: true,
      organizationId: true,
      organization: {
        select: { ...suspensionColumns, memberships: { where: { userId }, select: { role: true } } },
      },
    },
  });
  const [membership] = application?.organization.memberships ?? [];
  if (!application || !membership) return undefined;
  return {
    organizationId: application.organizationId,
    role: membership.role,
    suspension: suspensionOf(application.organization),
    applicationId,
    applicationName: application.name,
  };
}
