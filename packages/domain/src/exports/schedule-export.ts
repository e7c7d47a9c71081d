import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { findBucket } from '../buckets/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { exportSources } from '../reading/exports/index.ts';
import { chosenColumns, countRows } from './create-export.ts';
import { countMs } from './export.ts';
import { mayRead } from './export-mail.ts';
import { filterOfRun } from './filter-of-run.ts';
import { exportIssues, exportRefusals } from './refusals.ts';
import { nextRun, schedulesMax } from './schedule.ts';
import { type ScheduleExportInput, scheduleExportSchema } from './schemas.ts';

/**
 * Schedules an export of each day, week or month, which is made in the following one.
 * @returns the schedule, and when it makes the first export
 * @throws DomainError invalid_input (also: the filter has times of its own, a member may not read the list, there is no
 * such bucket, nobody and no bucket gets the files, there are too many schedules), forbidden
 */
export async function scheduleExport(
  ctx: TenantContext,
  input: ScheduleExportInput,
): Promise<{ scheduleId: string; nextAt: string }> {
  requirePermission(ctx, 'exports.use');
  const parsed = parseInput(scheduleExportSchema, input);
  const { list, filter, bucketId } = parsed;
  const userIds = recipients(ctx, parsed);
  const now = ctx.clock.now();
  const columns = chosenColumns(parsed);
  const times = exportSources[list].periodFields.filter((field) => field in filter);
  if (times.length > 0) {
    throw invalidInput(issue(`filter.${times[0]}`, exportIssues.setBySchedule));
  }
  // Refuses a filter that the list does not take. A report also needs days: those of a file made now.
  const whole = { ...parsed, filter: filterOfRun(parsed, now) };
  await countRows(ctx, whole, { until: now, max: 0, countMs });
  const { applicationId, environment } = ctx.tenant;
  const nextAt = nextRun(parsed, now);
  const id = uuidv7({ msecs: now.getTime() });
  await ctx.db.prisma.$transaction(async (tx) => {
    // Without the lock, two concurrent requests could both take the last place.
    await lockApplication(tx, applicationId);
    if ((await tx.exportSchedule.count({ where: ctx.tenant })) >= schedulesMax) {
      throw new DomainError('invalid_input', exportRefusals.schedulesFull({ max: schedulesMax }));
    }
    const members = await tx.membership.findMany({
      where: { userId: { in: userIds }, organization: { applications: { some: { id: applicationId } } } },
      select: { userId: true, role: true },
    });
    const readers = members.flatMap(({ userId, role }) => (mayRead(role, list) ? [userId] : []));
    if (userIds.some((userId) => !readers.includes(userId))) {
      throw invalidInput(issue('userIds', exportIssues.exportReaders));
    }
    const bucket = bucketId === undefined ? undefined : await findBucket(tx, ctx.tenant, bucketId);
    if (bucket === null) throw invalidInput(issue('bucketId', exportIssues.bucketElsewhere));
    const { name, format, timeZone, language, cadence, hour } = parsed;
    const rows = { list, filter: JSON.parse(JSON.stringify(filter)), columns };
    const plan = { name, ...rows, format, timeZone, language, cadence, hour };
    const made = { id, applicationId, environment, userIds, bucketId, createdBy: ctx.actor, createdAt: now, nextAt };
    await tx.exportSchedule.create({ data: { ...made, ...plan } });
    const detail = { environment, name, list, format, cadence, hour, timeZone, filters: Object.keys(filter) };
    const to = bucket?.name ?? null;
    const action = 'export_schedule.created';
    await audit(tx, {
      actor: ctx.actor,
      action,
      subjectId: id,
      applicationId,
      detail: { ...detail, bucket: to },
      at: now,
    });
  });
  return { scheduleId: id, nextAt: nextAt.toISOString() };
}

/** @throws DomainError invalid_input when the files would have no recipient */
function recipients(
  { actor }: TenantContext,
  { userIds, bucketId }: Pick<z.output<typeof scheduleExportSchema>, 'userIds' | 'bucketId'>,
): string[] {
  if (userIds === undefined && actor.startsWith('user:')) return [actor.slice('user:'.length)];
  if (userIds?.length || bucketId !== undefined) return userIds ?? [];
  throw invalidInput(issue('userIds', exportIssues.readersNeeded));
}
