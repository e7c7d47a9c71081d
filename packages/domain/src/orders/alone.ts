import type { OrderKind, Prisma } from '@tillgate/db';
import { hourMs, later } from '../kernel/time.ts';
import { settlingHours } from '../organizations/index.ts';
import { findApprovers } from './members.ts';

type Db = Pick<Prisma.TransactionClient, 'application' | 'auditEntry' | 'membership'>;

/**
 * Whether no other member can decide about a person's order. A person who has just removed another member's seat or role
 * does not count as alone, because that would bypass the second person.
 */
export async function isAlone(
  db: Db,
  { applicationId, kind, userId }: { applicationId: string; kind: OrderKind; userId: string },
  now: Date,
): Promise<boolean> {
  if ((await findApprovers(db, applicationId, kind, userId)).length > 0) return false;
  const application = await db.application.findUniqueOrThrow({
    where: { id: applicationId },
    select: { organizationId: true },
  });
  const taken = await db.auditEntry.count({
    where: {
      organizationId: application.organizationId,
      actor: `user:${userId}`,
      action: { in: ['member.removed', 'member.role_changed'] },
      createdAt: { gt: later(now, -settlingHours * hourMs) },
    },
  });
  return taken === 0;
}
