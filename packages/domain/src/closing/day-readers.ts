import type { Prisma } from '@tillgate/db';
import { may } from '../organizations/index.ts';

/** A member who may see the figures of business days. */
export type DayReader = { userId: string; name: string | null; email: string };

/** Far above any organization of people. */
const membersMax = 500;

/**
 * The members who may see the days of an application, by address. Former or disabled members and members with another
 * role are left out.
 * @param userIds only these; default: all
 */
export async function findDayReaders(
  db: Pick<Prisma.TransactionClient, 'membership'>,
  applicationId: string,
  userIds?: string[],
): Promise<DayReader[]> {
  const members = await db.membership.findMany({
    where: {
      ...(userIds && { userId: { in: userIds } }),
      user: { disabledAt: null },
      organization: { applications: { some: { id: applicationId } } },
    },
    orderBy: { user: { email: 'asc' } },
    take: membersMax,
    select: { userId: true, role: true, user: { select: { name: true, email: true } } },
  });
  return members
    .filter(({ role }) => may(role, 'days.read'))
    .map(({ userId, user: { name, email } }) => ({ userId, name, email }));
}
