import type { Prisma, Role } from '@tillgate/db';
import { DomainError, notFound } from '../kernel/errors.ts';
import { refusals } from '../kernel/refusals.ts';
import type { PersonContext } from '../users/index.ts';
import { organizationRefusals } from './refusals.ts';
import { lockOrganization } from './statements.ts';

type Tx = Prisma.TransactionClient;

/**
 * Locks the organization and returns the role of the person who acts.
 * @throws DomainError not_found when there is no such organization, or the person is not a member
 */
export async function lockAsMember(ctx: PersonContext, tx: Tx, organizationId: string): Promise<Role> {
  await lockOrganization(tx, organizationId);
  const role = await findRole(tx, organizationId, ctx.person.userId);
  if (!role) throw notFound('organization');
  return role;
}

export async function findRole(tx: Tx, organizationId: string, userId: string): Promise<Role | undefined> {
  const membership = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });
  return membership?.role;
}

/**
 * A person's role, locked until the transaction ends: a role that is taken away at the same moment
 * changes before or after it.
 */
export async function lockRole(tx: Tx, organizationId: string, userId: string): Promise<Role | undefined> {
  const [row] = await tx.$queryRaw<{ role: Role }[]>`
    SELECT role FROM memberships
    WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid FOR SHARE`;
  return row?.role;
}

/**
 * Makes sure that another owner remains. Call it under the organization's lock: of two owners who leave at
 * once, the second is refused.
 * @throws DomainError forbidden
 */
export async function demandAnotherOwner(tx: Tx, organizationId: string): Promise<void> {
  if ((await tx.membership.count({ where: { organizationId, role: 'owner' } })) > 1) return;
  throw new DomainError('forbidden', organizationRefusals.lastOwner);
}

export const roleRefusal = () => new DomainError('forbidden', refusals.role);
