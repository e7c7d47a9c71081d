import { v7 as uuidv7 } from 'uuid';
import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { firstMail, mailAtHour } from './day-mail.ts';
import { findDayReaders } from './day-readers.ts';
import { closingIssues, closingRefusals } from './refusals.ts';
import { type SetDayMailInput, setDayMailSchema } from './schemas.ts';

/**
 * Emails each business day to members, at an hour of the day after it, East Africa Time. Setting it again changes
 * hour and members; the next email has the same day as before.
 * @returns when the next email is written
 * @throws DomainError invalid_input (also: somebody is not a member who may see the close of day)
 */
export async function setDayMail(ctx: TenantContext, input: SetDayMailInput): Promise<{ nextAt: string }> {
  requirePermission(ctx, 'days.signOff');
  const { hour, userIds } = parseInput(setDayMailSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  const nextAt = await ctx.db.prisma.$transaction(async (tx) => {
    await lockApplication(tx, applicationId);
    const readers = await findDayReaders(tx, applicationId, userIds);
    if (readers.length < userIds.length) {
      throw invalidInput(issue('userIds', closingIssues.dayReaders));
    }
    const found = await tx.dayMail.findFirst({ where: ctx.tenant });
    const isSame = found?.hour === hour && [...found.userIds].sort().join() === [...userIds].sort().join();
    if (isSame) return found.nextAt;
    const set = { hour, userIds, setBy: ctx.actor, setAt: at };
    const next = found ? mailAtHour(found.nextAt, hour) : firstMail(hour, at);
    const row = await tx.dayMail.upsert({
      where: { applicationId_environment: { applicationId, environment } },
      create: { id: uuidv7({ msecs: at.getTime() }), ...ctx.tenant, ...set, nextAt: next },
      update: { ...set, nextAt: next },
    });
    const detail = { environment, hour, userIds };
    await audit(tx, { actor: ctx.actor, action: 'day_mail.set', subjectId: row.id, applicationId, detail, at });
    return next;
  });
  return { nextAt: nextAt.toISOString() };
}

/**
 * Stops the emails of business days.
 * @throws DomainError not_found
 */
export async function stopDayMail(ctx: TenantContext): Promise<{ stopped: true }> {
  requirePermission(ctx, 'days.signOff');
  const { applicationId, environment } = ctx.tenant;
  await ctx.db.prisma.$transaction(async (tx) => {
    const row = await tx.dayMail.findFirst({ where: ctx.tenant });
    const { count } = await tx.dayMail.deleteMany({ where: ctx.tenant });
    if (!row || count === 0) throw new DomainError('not_found', closingRefusals.dayMailMissing);
    const detail = { environment, hour: row.hour };
    const action = 'day_mail.stopped';
    await audit(tx, { actor: ctx.actor, action, subjectId: row.id, applicationId, detail, at: ctx.clock.now() });
  });
  return { stopped: true };
}
