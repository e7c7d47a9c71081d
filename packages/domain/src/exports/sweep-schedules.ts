import type { ExportScheduleModel, Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { allScopes } from '../authority.ts';
import type { Context } from '../context.ts';
import { publishOrLog } from '../publish-or-log.ts';
import { exportSources } from '../reading/exports/index.ts';
import { rowsMax } from './export.ts';
import { mayRead } from './export-mail.ts';
import { dueSignal } from './publish-exports.ts';
import { nextRun, periodBefore } from './schedule.ts';
import { takeRun } from './schedule-statements.ts';
import { insertExport } from './statements.ts';

const sweepMax = 20;

/**
 * Makes the exports of schedules whose time has come. The time of the schedule moves on in the commit that makes the
 * export, so several workers make one. After an outage, each period that was missed gets its own.
 * @returns how many exports it made
 */
export async function sweepSchedules(ctx: Context): Promise<number> {
  const due = await ctx.db.prisma.exportSchedule.findMany({
    where: { nextAt: { lte: ctx.clock.now() } },
    orderBy: { nextAt: 'asc' },
    take: sweepMax,
  });
  let made = 0;
  for (const schedule of due) {
    const isLeft = !(await isStillAllowed(ctx, schedule));
    if (isLeft) await end(ctx, schedule);
    else if (await makeExport(ctx, schedule)) made += 1;
  }
  return made;
}

async function makeExport(ctx: Context, schedule: ExportScheduleModel): Promise<boolean> {
  const { id: scheduleId, applicationId, environment, list, format, columns, timeZone, createdBy, nextAt } = schedule;
  const now = ctx.clock.now();
  const source = exportSources[list];
  const [fromField, toField] = source.periodFields;
  const { from, to } = periodBefore(schedule, nextAt);
  const filter = { ...Object(schedule.filter), [fromField]: from.toISOString(), [toField]: to.toISOString() };
  const tenantCtx = { ...ctx, tenant: { applicationId, environment }, actor: createdBy, scopes: allScopes };
  const rows = await source.count(tenantCtx, filter, { until: now, max: rowsMax });
  const id = uuidv7({ msecs: now.getTime() });
  const detail = { environment, list, format, rows, scheduleId, from: from.toISOString(), to: to.toISOString() };
  const isMade = await ctx.db.transaction(async (db) => {
    if (!(await takeRun(db, { scheduleId, at: nextAt, next: nextRun(schedule, nextAt) }))) return false;
    const made = { id, applicationId, environment, list, format, filter, columns, timeZone, scheduleId };
    await insertExport(
      db,
      { ...made, requestedBy: createdBy, createdAt: now, expectedRows: rows },
      { id: uuidv7(), actor: 'system', action: 'export.created', detail },
    );
    return true;
  });
  if (isMade) await publishOrLog(ctx, [dueSignal(id, now)]);
  return isMade;
}

/** Access ends with the person: nobody gets files by the right of somebody who has lost it. */
async function isStillAllowed(ctx: Context, { createdBy, applicationId, list }: ExportScheduleModel): Promise<boolean> {
  if (!createdBy.startsWith('user:')) return true;
  const member = await ctx.db.prisma.membership.findFirst({
    where: {
      userId: createdBy.slice('user:'.length),
      user: { disabledAt: null },
      organization: { applications: { some: { id: applicationId } } },
    },
    select: { role: true },
  });
  return member !== null && mayRead(member.role, list);
}

async function end(ctx: Context, { id, applicationId, environment, name, list }: ExportScheduleModel): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx: Prisma.TransactionClient) => {
    const { count } = await tx.exportSchedule.deleteMany({ where: { id } });
    if (count === 0) return;
    const detail = { environment, name, list };
    const action = 'export_schedule.ended';
    await audit(tx, { actor: 'system', action, subjectId: id, applicationId, detail, at });
  });
}
