import type { OrderKind, Prisma, Role } from '@tillgate/db';
import { DomainError } from '../errors.ts';
import { isApprover } from './approval.ts';

type Db = Pick<Prisma.TransactionClient, '$queryRaw'>;
type MemberRow = { userId: string; role: Role };

/** The roles of people in the organization of an application. */
type Members = { organizationId: string; roleOf(userId: string): Role | undefined };

/**
 * The roles of people in the organization of an application, locked until the transaction ends: a
 * role that is taken away at the same moment changes before or after it, never in between.
 * @throws DomainError not_found
 */
export async function lockMembers(tx: Db, applicationId: string, userIds: string[]): Promise<Members> {
  const owners = await tx.$queryRaw<{ organizationId: string }[]>`
    SELECT organization_id AS "organizationId" FROM applications WHERE id = ${applicationId}::uuid`;
  const [owner] = owners;
  if (!owner) throw new DomainError('not_found', 'There is no such application.');
  const rows = await tx.$queryRaw<MemberRow[]>`
    SELECT user_id AS "userId", role FROM memberships
    WHERE organization_id = ${owner.organizationId}::uuid AND user_id = ANY (${userIds}::uuid[])
    ORDER BY user_id FOR SHARE`;
  const roles = new Map(rows.map(({ userId, role }) => [userId, role]));
  return { organizationId: owner.organizationId, roleOf: (userId) => roles.get(userId) };
}

/**
 * The role of a person in the organization of an application; undefined for a person who is not a
 * member.
 */
export async function findRole(
  db: Pick<Prisma.TransactionClient, 'membership'>,
  applicationId: string,
  userId: string,
): Promise<Role | undefined> {
  const member = await db.membership.findFirst({
    where: { userId, organization: { applications: { some: { id: applicationId } } } },
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
    where: { organization: { applications: { some: { id: applicationId } } }, NOT: { userId: exceptUserId } },
    orderBy: { createdAt: 'asc' },
    select: { role: true, user: { select: { id: true, name: true, email: true } } },
  });
  return members
    .filter(({ role }) => isApprover(role, kind))
    .map(({ user: { id: userId, name, email } }) => ({ userId, name, email }));
}
