import type { Context, Tenant, WithDashboardUrl } from '../kernel/context.ts';
import { writeMails } from '../mails/index.ts';
import { describeActors } from '../reading/actors.ts';
import type { BusinessDay } from '../reading/closing/index.ts';
import { changeMailText } from './day-mail-text.ts';
import { findDayReaders } from './day-readers.ts';
import { claimChangeNotice } from './statements.ts';

/**
 * Emails the readers of a tenant's days about changes since a day was signed off: once for each signature. One commit
 * writes the emails and records them, so several workers write them once.
 */
export async function notifyChange(
  ctx: Context & Partial<WithDashboardUrl>,
  { applicationId, environment }: Tenant,
  day: BusinessDay,
): Promise<void> {
  const [latest] = day.signOffs;
  if (!latest) return;
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const userIds = await claimChangeNotice(tx, latest.signOffId, at);
    if (!userIds) return;
    const readers = await findDayReaders(tx, applicationId, userIds);
    const { name } = await tx.application.findUniqueOrThrow({ where: { id: applicationId }, select: { name: true } });
    const viewOf = await describeActors(tx, applicationId, [latest.signedBy]);
    const place = { applicationId, applicationName: name, environment, dashboardUrl: ctx.dashboardUrl };
    const mail = changeMailText(day, place, viewOf(latest.signedBy));
    const mails = readers.map(({ userId, email }) => ({
      ...mail,
      to: email,
      dedupeKey: `day_change:${latest.signOffId}:${userId}`,
    }));
    await writeMails(tx, mails, at);
  });
}
