import type { Role, SignInRequirement } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { Context } from '../kernel/context.ts';
import type { SignInProof } from '../users/index.ts';
import { missingSignIn } from './sign-in-requirement.ts';

/** A member whose session lacks what the organization requires: they learn its name, and nothing else. */
type ClosedAccess = { isOpen: false; needs: SignInRequirement; organizationId: string; organizationName: string };

/** Since when, and why, the operator refuses changes by an organization. */
type Suspension = { since: Date; reason: string | null };

/** What a person is in an organization. */
type OrganizationAccess = { isOpen: true; organizationId: string; role: Role; suspension: Suspension | undefined };

/** What a person is to an application. */
type ApplicationAccess = OrganizationAccess & { applicationId: string; applicationName: string };

/** A person, and how the session in which they ask came about. */
type Asking = { userId: string; signIn: SignInProof };

/** What an organization demands of its members and their sessions. */
const demands = { id: true, name: true, requiredSignIn: true, suspendedAt: true, suspensionReason: true } as const;

function suspensionOf(row: { suspendedAt: Date | null; suspensionReason: string | null }): Suspension | undefined {
  return row.suspendedAt ? { since: row.suspendedAt, reason: row.suspensionReason } : undefined;
}

/** The person's role in an organization; undefined when they have none there, or there is no such organization. */
export async function findOrganizationAccess(
  ctx: Context,
  { userId, signIn, organizationId }: Asking & { organizationId: string },
): Promise<OrganizationAccess | ClosedAccess | undefined> {
  if (!isUuid(userId) || !isUuid(organizationId)) return undefined;
  const membership = await ctx.db.prisma.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true, organization: { select: demands } },
  });
  if (!membership) return undefined;
  const { organization, role } = membership;
  const closed = closedAccess(organization, signIn);
  return closed ?? { isOpen: true, organizationId, role, suspension: suspensionOf(organization) };
}

/**
 * The person's role in the organization that an application belongs to. Undefined for an application of another
 * organization, a missing one and an invalid id, which look the same to a caller.
 */
export async function findApplicationAccess(
  ctx: Context,
  { userId, signIn, applicationId }: Asking & { applicationId: string },
): Promise<ApplicationAccess | ClosedAccess | undefined> {
  if (!isUuid(userId) || !isUuid(applicationId)) return undefined;
  const application = await ctx.db.prisma.application.findFirst({
    where: { id: applicationId, organization: { memberships: { some: { userId } } } },
    select: {
      name: true,
      organization: {
        select: { ...demands, memberships: { where: { userId }, select: { role: true } } },
      },
    },
  });
  const [membership] = application?.organization.memberships ?? [];
  if (!application || !membership) return undefined;
  const { name: applicationName, organization } = application;
  const closed = closedAccess(organization, signIn);
  if (closed) return closed;
  const { id: organizationId } = organization;
  const suspension = suspensionOf(organization);
  return { isOpen: true, organizationId, role: membership.role, suspension, applicationId, applicationName };
}

type Organization = { id: string; name: string; requiredSignIn: SignInRequirement | null };

function closedAccess({ id, name, requiredSignIn }: Organization, signIn: SignInProof): ClosedAccess | undefined {
  const needs = missingSignIn(requiredSignIn, signIn);
  return needs ? { isOpen: false, needs, organizationId: id, organizationName: name } : undefined;
}
