import type { OrderKind, Prisma, Role } from '@tillgate/db';
import { notFound } from '../kernel/errors.ts';
import { OrganizationSuspended } from '../organizations/index.ts';
import { isApprover } from './approval.ts';

type Db = Pick<Prisma.TransactionClient, '$queryRaw'>;
type MemberRow = { userId: string; role: Role };

/** The roles of people in the organization of an application. */
type Members = { organizationId: string; roleOf(userId: string): Role | undefined };

/**
 * The roles of people in the organization of an application, locked until the transaction ends: a
 * role that is taken away at the same moment changes before or after it, never in between. Disabled
 * people have none.
 * @throws DomainError not_found, forbidden (the organization is suspended)
 */
export async function lockMembers(tx: Db, applicationId: string, userIds: string[]): Promise<Members> {
  const owners = await tx.$queryRaw<{ organizationId: string; isSuspended: boolean }[]>`
    SELECT a.organization_id AS "organizationId", o.suspended_at IS NOT NULL AS "isSuspended"
    FROM applications a JOIN organizations o ON o.id = a.organization_id WHERE a.id = ${applicationId}::uuid`;
  const [owner] = owners;
  if (!owner) throw notFound('application');
  if (owner.isSuspended) throw new OrganizationSuspended();
  const rows = await tx.$queryRaw<MemberRow[]>`
    SELECT m.user_id AS "userId", m.role FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${owner.organizationId}::uuid AND m.user_id = ANY (${userIds}::uuid[])
      AND u.disabled_at IS NULL
    ORDER BY m.user_id FOR SHARE OF m`;
  const roles = new Map(rows.map(({ userId, role }) => [userId, role]));
  return { organizationId: owner.organizationId, roleOf: (userId) => roles.get(userId) };
}

/**
 * The role of a person in the organization of an application; undefined for a person who is not a
 * member, or is disabled.
 */
export async function findRole(
  db: Pick<Prisma.TransactionClient, 'membership'>,
  applicationId: string,
  userId: string,
): Promise<Role | undefined> {
  const member = await db.membership.findFirst({
    where: { userId, user: { disabledAt: null }, organization: { applications: { some: { id: applicationId } } } },
    select: { role: true },
  });
  return member?.role;
}

export type Approver = { userId: string; name: string | null; email: string };

/** The members who may approve what `exceptUserId` asks for, oldest membership first. */
export async function findApprovers(
  db: Pick<Prisma.TransactionClient, 'membership'>,
  applicationId: string,
  kind: OrderKind,
  exceptUserId: string,
): Promise<Approver[]> {
  const members = await db.membership.findMany({
    where: {
      organization: { applications: { some: { id: applicationId } } },
      user: { disabledAt: null },
      NOT: { userId: exceptUserId },
    },
    orderBy: { createdAt: 'asc' },
    select: { role: true, user: { select: { id: true, name: true, email: true } } },
  });
  return members
    .filter(({ role }) => isApprover(role, kind))
    .map(({ user: { id: userId, name, email } }) => ({ userId, name, email }));
}
