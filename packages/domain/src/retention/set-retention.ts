import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { callbackCursor } from './plan-work.ts';
import { daysOf, refusedDays } from './retention.ts';
import { type SetRetentionInput, setRetentionSchema } from './schemas.ts';

/**
 * Sets how many days an organization keeps one kind of data. It applies from the next run, also to existing data. The
 * same value again changes nothing.
 * @throws DomainError invalid_input (also out of bounds), not_found
 */
export async function setRetention(ctx: ActorContext, input: SetRetentionInput): Promise<{ days: number }> {
  requireOperator(ctx);
  const { organizationId, kind, days } = parseInput(setRetentionSchema, input);
  const refused = days === null ? undefined : refusedDays(kind, days);
  if (refused) throw invalidInput(issue('days', refused));
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const organization = await tx.organization.findUnique({ where: { id: organizationId }, select: { id: true } });
    if (!organization) throw notFound('organization');
    const where = { organizationId_kind: { organizationId, kind } };
    const before = await tx.retentionSetting.findUnique({ where });
    const now = daysOf([{ kind, days }])[kind];
    if ((before?.days ?? null) === days) return { days: now };
    const row = { days, setBy: ctx.actor, setAt: at };
    await tx.retentionSetting.upsert({ where, create: { organizationId, kind, ...row }, update: row });
    // The walk of those days may be past the callbacks of this organization, so it restarts.
    if (kind === 'callback_bodies') await tx.retentionCursor.deleteMany({ where: { name: callbackCursor(now) } });
    await audit(tx, {
      actor: ctx.actor,
      action: 'retention.set',
      subjectId: organizationId,
      organizationId,
      detail: { kind, days: now, daysBefore: daysOf(before ? [before] : [])[kind] },
      at,
    });
    return { days: now };
  });
}
