import { type Prisma, Role } from '@tillgate/db';
import type { Permission } from '../kernel/permission.ts';
import { may } from './permission.ts';

/** Whether the organization has another member whose role gives all of these permissions, new or not. */
export async function hasColleagueWho(
  db: Pick<Prisma.TransactionClient, 'membership'>,
  organizationId: string,
  exceptUserId: string,
  permissions: readonly Permission[],
): Promise<boolean> {
  const roles = Object.values(Role).filter((role) => permissions.every((permission) => may(role, permission)));
  const where = { organizationId, role: { in: roles }, user: { disabledAt: null }, NOT: { userId: exceptUserId } };
  return (await db.membership.count({ where })) > 0;
}
