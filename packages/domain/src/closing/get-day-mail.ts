import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { type ActorView, describeActors } from '../reading/actors.ts';
import { type DayReader, findDayReaders } from './day-readers.ts';

type DayMailView = {
  /** Of East Africa Time. */
  hour: number;
  /** The recipients who may still see the close of day. */
  userIds: string[];
  /** When the next email is written. */
  nextAt: string;
  setBy: ActorView;
  setAt: string;
};

/** How days are emailed, null when they are not, and the members who could get them. */
export async function getDayMail(ctx: TenantContext): Promise<{ setting: DayMailView | null; members: DayReader[] }> {
  requirePermission(ctx, 'days.signOff');
  const { applicationId } = ctx.tenant;
  const { prisma } = ctx.db;
  const [row, members] = await Promise.all([
    prisma.dayMail.findFirst({ where: ctx.tenant }),
    findDayReaders(prisma, applicationId),
  ]);
  if (!row) return { setting: null, members };
  const { hour, userIds, nextAt, setBy, setAt } = row;
  const viewOf = await describeActors(prisma, applicationId, [setBy]);
  const setting = {
    hour,
    userIds: userIds.filter((userId) => members.some((member) => member.userId === userId)),
    nextAt: nextAt.toISOString(),
    setBy: viewOf(setBy),
    setAt: setAt.toISOString(),
  };
  return { setting, members };
}
