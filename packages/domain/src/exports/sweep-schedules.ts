import type { ExportScheduleModel, Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { operator } from '../kernel/authority.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { exportSources } from '../reading/exports/index.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';
import { countMs, rowsMax } from './export.ts';
import { mayRead } from './export-mail.ts';
import { failExport } from './fail-export.ts';
import { filterOfRun } from './filter-of-run.ts';
import { dueSignal } from './publish-exports.ts';
import { nextRun, periodBefore } from './schedule.ts';
import { claimRun } from './schedule-statements.ts';
import { insertExport } from './statements.ts';
import type { WorkContext } from './work-export.ts';

const sweepMax = 20;
const filterSchema = z.record(z.string(), z.unknown());
/** Without its filter, an export would have rows that nobody asked for. */
const brokenFilter = 'The filter of its schedule cannot be read. End the schedule and make it again.';

/**
 * Makes the exports of due schedules. The commit that makes an export also advances its schedule, so several workers make
 * only one. After an outage or a suspension, each missed period gets its own export. A list or filter that cannot be read
 * makes a failed export, and its readers get an email.
 * @returns how many exports it made
 */
export async function sweepSchedules(ctx: WorkContext): Promise<number> {
  const due = await ctx.db.prisma.exportSchedule.findMany({
    where: {
      nextAt: { lte: ctx.clock.now() },
      pausedAt: null,
      application: { organization: { suspendedAt: null } },
    },
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

async function makeExport(ctx: WorkContext, schedule: ExportScheduleModel): Promise<boolean> {
  const { id: scheduleId, applicationId, environment, list, format, createdBy, nextAt } = schedule;
  const { columns, timeZone, language } = schedule;
  const now = ctx.clock.now();
  const { from, to } = periodBefore(schedule, nextAt);
  const stored = filterSchema.safeParse(schedule.filter).data;
  const filter = filterOfRun({ ...schedule, filter: stored ?? {} }, nextAt);
  const counted = stored ? await countOrRefusal(ctx, schedule, filter) : brokenFilter;
  const rows = typeof counted === 'number' ? counted : 0;
  const id = uuidv7({ msecs: now.getTime() });
  const detail = { environment, list, format, rows, scheduleId, from: from.toISOString(), to: to.toISOString() };
  const isMade = await ctx.db.transaction(async (db) => {
    if (!(await claimRun(db, { scheduleId, at: nextAt, next: nextRun(schedule, nextAt) }))) return false;
    const made = { id, applicationId, environment, list, format, filter, columns, timeZone, language, scheduleId };
    await insertExport(
      db,
      { ...made, requestedBy: createdBy, createdAt: now, expectedRows: rows },
      { id: uuidv7(), actor: 'system', action: 'export.created', detail },
    );
    return true;
  });
  if (isMade && typeof counted === 'string') {
    const row = await ctx.db.prisma.export.findUniqueOrThrow({ where: { id } });
    await failExport(ctx, row, counted);
  } else if (isMade) await publishOrLog(ctx, [dueSignal(id, now)]);
  return isMade;
}

/** The number of rows; undefined when counting takes too long. Returns the sentence of a refusal, which must not stop the sweep. */
async function countOrRefusal(
  ctx: Context,
  { applicationId, environment, list, createdBy, timeZone }: ExportScheduleModel,
  filter: unknown,
): Promise<number | undefined | string> {
  const tenantCtx = { ...ctx, tenant: { applicationId, environment }, actor: createdBy, authority: operator };
  try {
    const bounds = { until: ctx.clock.now(), max: rowsMax, countMs, timeZone };
    return await exportSources[list].count(tenantCtx, filter, bounds);
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** A schedule needs a creator who may still read the list. Nobody gets files through a person who lost access. */
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
