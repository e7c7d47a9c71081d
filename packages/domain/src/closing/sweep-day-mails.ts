import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { operator } from '../kernel/authority.ts';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { attachmentBytesMax, writeMails } from '../mails/index.ts';
import type { Attachment } from '../ports/ports.ts';
import { type DayDetail, getDay } from '../reading/closing/index.ts';
import { dueDay } from './day-mail.ts';
import { dayMailText } from './day-mail-text.ts';
import { renderDay } from './day-pdf.ts';
import { findDayReaders } from './day-readers.ts';

const sweepMax = 500;

type MailContext = Context & Partial<WithDashboardUrl>;
type Setting = Prisma.DayMailGetPayload<{ include: { application: { select: { name: true } } } }>;
/** `at`: when the email of the day was due. */
type DueDay = { day: string; at: Date; next: Date };

/**
 * Emails due business days to the recipients of the setting, with a PDF. The commit that writes the emails also advances
 * the setting, so several workers write them once. After an outage or a suspension, each of the last seven days that were
 * missed gets its own, oldest first. Members who may no longer see the figures get none, and a setting with nobody left
 * ends. A setting that cannot be emailed holds up no other.
 * @returns how many days it emailed
 */
export async function sweepDayMails(ctx: MailContext): Promise<number> {
  const due = await ctx.db.prisma.dayMail.findMany({
    where: { nextAt: { lte: ctx.clock.now() }, application: { organization: { suspendedAt: null } } },
    orderBy: [{ nextAt: 'asc' }, { id: 'asc' }],
    take: sweepMax,
    include: { application: { select: { name: true } } },
  });
  let mailed = 0;
  for (const setting of due) {
    try {
      mailed += await mailDueDays(ctx, setting);
    } catch (error) {
      const { applicationId, environment } = setting;
      ctx.log.error({ err: error, applicationId, environment }, 'A day could not be emailed. It is tried again.');
    }
  }
  return mailed;
}

async function mailDueDays(ctx: MailContext, setting: Setting): Promise<number> {
  let mailed = 0;
  for (let at = setting.nextAt; ; ) {
    const due = dueDay({ nextAt: at, hour: setting.hour }, ctx.clock.now());
    if (!due) return mailed;
    const readers = await findDayReaders(ctx.db.prisma, setting.applicationId, setting.userIds);
    if (readers.length === 0) {
      await end(ctx, setting);
      return mailed;
    }
    if (!(await mailDay(ctx, setting, { ...due, at }))) return mailed;
    mailed += 1;
    at = due.next;
  }
}

/** @returns false when another worker has emailed the day, or the setting was changed or stopped meanwhile */
async function mailDay(ctx: MailContext, setting: Setting, { day, at, next }: DueDay): Promise<boolean> {
  const { id, applicationId, environment, hour } = setting;
  const tenantCtx = { ...ctx, tenant: { applicationId, environment }, actor: 'system', authority: operator };
  const now = ctx.clock.now();
  const detail = await getDay(tenantCtx, { day });
  const applicationName = setting.application.name;
  const place = { applicationId, applicationName, environment, dashboardUrl: ctx.dashboardUrl };
  const mail = { ...dayMailText(detail, place, now), ...(await attached(detail, place, now)) };
  return ctx.db.prisma.$transaction(async (tx) => {
    const moved = await tx.dayMail.updateMany({ where: { id, hour, nextAt: at }, data: { nextAt: next } });
    if (moved.count === 0) return false;
    const { userIds } = await tx.dayMail.findUniqueOrThrow({ where: { id } });
    const mails = (await findDayReaders(tx, applicationId, userIds)).map(({ userId, email }) => ({
      ...mail,
      to: email,
      dedupeKey: `day:${applicationId}:${environment}:${day}:${userId}`,
    }));
    await writeMails(tx, mails, now);
    return true;
  });
}

/** A file that is too large to be emailed stays behind: the text has the figures and the way to it. */
async function attached(
  day: DayDetail,
  { applicationName, environment }: { applicationName: string; environment: string },
  at: Date,
): Promise<{ attachment?: Attachment }> {
  const bytes = await renderDay({ day, applicationName, environment, at });
  if (bytes.length > attachmentBytesMax) return {};
  const name = `tillgate-day-${day.day}-${environment}.pdf`;
  return { attachment: { name, contentType: 'application/pdf', bytes } };
}

async function end(ctx: Context, { id, setAt, applicationId, environment, hour }: Setting): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    // A setting that was just saved again stays.
    const { count } = await tx.dayMail.deleteMany({ where: { id, setAt } });
    if (count === 0) return;
    const detail = { environment, hour };
    await audit(tx, { actor: 'system', action: 'day_mail.ended', subjectId: id, applicationId, detail, at });
  });
}
