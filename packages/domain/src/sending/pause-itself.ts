import { v7 as uuidv7 } from 'uuid';
import { type BatchRow, storePaused } from '../batches/index.ts';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { writeMails } from '../mails/index.ts';
import { may } from '../organizations/index.ts';
import { pauseMail } from './pause-mail.ts';
import type { OwnPause } from './round.ts';

/** Pauses a batch for a reason of its own, and tells the people who can do something about it. */
export async function pauseItself(
  ctx: Context & Partial<WithDashboardUrl>,
  batch: BatchRow,
  because: OwnPause,
): Promise<void> {
  const at = ctx.clock.now();
  const { id, applicationId, environment } = batch;
  const audit = { id: uuidv7(), actor: 'system', action: 'batch.paused', detail: { environment, because } };
  if (!(await storePaused(ctx.db.pool, id, { because, at, audit }))) return;
  ctx.log.warn({ batchId: id, applicationId, environment, because }, 'A batch of payouts was paused.');
  const application = await ctx.db.prisma.application.findUniqueOrThrow({
    where: { id: applicationId },
    select: { name: true, organizationId: true },
  });
  const members = await ctx.db.prisma.membership.findMany({
    where: { organizationId: application.organizationId, user: { disabledAt: null } },
    select: { role: true, user: { select: { id: true, email: true } } },
  });
  const mail = pauseMail({ ...batch, applicationName: application.name }, because, ctx.dashboardUrl);
  const mails = members
    .filter(({ role, user }) => isConcerned(batch, user.id) || (isByKey(batch) && may(role, 'batches.request')))
    .map(({ user }) => ({ to: user.email, ...mail, dedupeKey: `batch:${id}:${at.getTime()}:${user.id}` }));
  await ctx.db.prisma.$transaction((tx) => writeMails(tx, mails, at));
}

const isByKey = ({ submittedBy }: BatchRow) => submittedBy?.startsWith('user:') !== true;
const isConcerned = ({ submittedBy, approvedBy }: BatchRow, userId: string) =>
  submittedBy === `user:${userId}` || approvedBy === userId;
