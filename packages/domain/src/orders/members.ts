import type { OrderKind, Prisma } from '@tillgate/db';
import { notFound } from '../kernel/errors.ts';
import { findSeats, lockSeats, OrganizationSuspended, type Seats } from '../organizations/index.ts';
import { isApprover } from './approval.ts';

type Db = Pick<Prisma.TransactionClient, '$queryRaw'>;
/** The seats of people in the organization of an application. */
type Members = Seats & { organizationId: string };

/**
 * The seats of people in the organization of an application, locked until the transaction ends.
 * @throws DomainError not_found, forbidden (the organization is suspended)
 */
export async function lockMembers(tx: Db, applicationId: string, userIds: string[]): Promise<Members> {
  const owners = await tx.$queryRaw<{ organizationId: string; isSuspended: boolean }[]>`
    SELECT a.organization_id AS "organizationId", o.suspended_at IS NOT NULL AS "isSuspended"
    FROM applications a JOIN organizations o ON o.id = a.organization_id WHERE a.id = ${applicationId}::uuid`;
  const [owner] = owners;
  if (!owner) throw notFound('application');
  if (owner.isSuspended) throw new OrganizationSuspended();
  const { organizationId } = owner;
  return { organizationId, ...(await lockSeats(tx, organizationId, userIds)) };
}

/** {@link lockMembers} without a lock, also while the organization is suspended. A missing application has no members. */
export async function findMembers(
  db: Pick<Prisma.TransactionClient, 'application' | '$queryRaw'>,
  applicationId: string,
  userIds: string[],
): Promise<Seats> {
  const application = await db.application.findUnique({
    where: { id: applicationId },
    select: { organizationId: true },
  });
  return application ? findSeats(db, application.organizationId, userIds) : { of: () => undefined };
}

export type Approver = { userId: string; name: string | null; email: string };

/** The members who may approve an order of `exceptUserId`, oldest membership first. */
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
