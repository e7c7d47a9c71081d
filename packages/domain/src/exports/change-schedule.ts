import type { ExportScheduleModel, Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { readableLists } from '../reading/exports/index.ts';
import { nextRun } from './schedule.ts';
import { type ScheduleInput, scheduleSchema } from './schemas.ts';

type Tx = Pick<Prisma.TransactionClient, 'exportSchedule' | 'auditEntry'>;

/**
 * Ends a schedule. Exports that it has made stay.
 * @throws DomainError invalid_input, not_found
 */
export async function endSchedule(ctx: TenantContext, input: ScheduleInput): Promise<{ ended: true }> {
  requirePermission(ctx, 'exports.use');
  await change(ctx, input, 'export_schedule.ended', async (tx, { id }) => {
    return (await tx.exportSchedule.deleteMany({ where: { id } })).count;
  });
  return { ended: true };
}

/**
 * Pauses a schedule until it is resumed. Pausing twice is the same as once.
 * @throws DomainError invalid_input, not_found
 */
export async function pauseSchedule(ctx: TenantContext, input: ScheduleInput): Promise<{ paused: true }> {
  requirePermission(ctx, 'exports.use');
  const pausedAt = ctx.clock.now();
  await change(ctx, input, 'export_schedule.paused', async (tx, { id }) => {
    return (await tx.exportSchedule.updateMany({ where: { id, pausedAt: null }, data: { pausedAt } })).count;
  });
  return { paused: true };
}

/**
 * Resumes a paused schedule from its next time. The periods of the pause get no exports.
 * @returns when it makes the next export
 * @throws DomainError invalid_input, not_found
 */
export async function resumeSchedule(ctx: TenantContext, input: ScheduleInput): Promise<{ nextAt: string }> {
  requirePermission(ctx, 'exports.use');
  const now = ctx.clock.now();
  const { nextAt } = await change(ctx, input, 'export_schedule.resumed', async (tx, row) => {
    const data = { pausedAt: null, nextAt: nextRun(row, now) };
    return (await tx.exportSchedule.updateMany({ where: { id: row.id, pausedAt: { not: null } }, data })).count;
  });
  return { nextAt: nextAt.toISOString() };
}

/** Changes a schedule of a list that the caller may read, with an audit entry if anything changed. */
async function change(
  ctx: TenantContext,
  input: ScheduleInput,
  action: `export_schedule.${'ended' | 'paused' | 'resumed'}`,
  write: (tx: Tx, row: ExportScheduleModel) => Promise<number>,
): Promise<ExportScheduleModel> {
  const { scheduleId: id } = parseInput(scheduleSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const own = { id, ...ctx.tenant, list: { in: readableLists(ctx) } };
  return ctx.db.prisma.$transaction(async (tx) => {
    const row = await tx.exportSchedule.findFirst({ where: own });
    if (!row) throw notFound('schedule');
    if ((await write(tx, row)) === 0) return row;
    const detail = { environment, name: row.name, list: row.list };
    await audit(tx, { actor: ctx.actor, action, subjectId: id, applicationId, detail, at: ctx.clock.now() });
    return (await tx.exportSchedule.findFirst({ where: own })) ?? row;
  });
}
