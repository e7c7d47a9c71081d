import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { requireOwner } from './find-subject.ts';
import { type HoldInput, holdSchema } from './schemas.ts';

/**
 * Sets for how many days after the newest payment or payout a person may not be erased, for legal reasons or disputes.
 * @throws DomainError invalid_input, not_found, forbidden (owners and the operator alone)
 */
export async function holdSubjects(ctx: ActorContext, input: HoldInput): Promise<{ days: number | null }> {
  requirePermission(ctx, 'subjects.manage');
  const { organizationId, days } = parseInput(holdSchema, input);
  await requireOwner(ctx, organizationId);
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const before = await tx.subjectHold.findUnique({ where: { organizationId } });
    if ((before?.days ?? null) === days) return { days };
    const row = { days: days ?? 0, setBy: ctx.actor, setAt: at };
    if (days === null) await tx.subjectHold.deleteMany({ where: { organizationId } });
    else await tx.subjectHold.upsert({ where: { organizationId }, create: { organizationId, ...row }, update: row });
    await audit(tx, {
      actor: ctx.actor,
      action: 'subject.hold_set',
      subjectId: organizationId,
      organizationId,
      detail: { days, daysBefore: before?.days ?? null },
      at,
    });
    return { days };
  });
}
