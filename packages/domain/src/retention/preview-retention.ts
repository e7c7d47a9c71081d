import type { Context } from '../kernel/context.ts';
import { countOld } from './count-statements.ts';
import { countedMax, daysOf, type RetentionKind, removedBefore, retentionKinds } from './retention.ts';

/** Counts what a run would remove now, by kind, up to `countedMax` each. Changes nothing. */
export async function previewRetention(ctx: Pick<Context, 'db' | 'clock'>): Promise<Record<RetentionKind, number>> {
  const { prisma, pool } = ctx.db;
  const now = ctx.clock.now();
  const applications = await prisma.application.findMany({ select: { id: true, organizationId: true } });
  const chosen = await prisma.retentionSetting.findMany({ select: { organizationId: true, kind: true, days: true } });
  const days = new Map<string, ReturnType<typeof daysOf>>();
  for (const { organizationId } of applications) {
    if (days.has(organizationId)) continue;
    days.set(organizationId, daysOf(chosen.filter((each) => each.organizationId === organizationId)));
  }
  const shared = daysOf([]);
  const counts = {} as Record<RetentionKind, number>;
  for (const kind of retentionKinds) {
    const before = applications.map(({ organizationId }) =>
      removedBefore(now, (days.get(organizationId) ?? shared)[kind]),
    );
    const ids = applications.map(({ id }) => id);
    counts[kind] = await countOld(pool, kind, {
      ids,
      before,
      shared: removedBefore(now, shared[kind]),
      max: countedMax,
    });
  }
  return counts;
}
