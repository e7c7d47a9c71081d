import { type ActorContext, audit } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { parseInput } from '../input.ts';
import { publishDrains } from '../outbox/index.ts';
import { later } from '../time.ts';
import { freshHealth } from './endpoint.ts';
import { type EndpointInput, endpointSchema } from './schemas.ts';
import { auditOwner, lockEndpoint } from './scope.ts';

export const cancelledCountMax = 10_000;
/** Deliveries older than this when the endpoint was disabled are not counted: nothing brings them back in bulk. */
const cancelledAgeDaysMax = 30;
/** The newest of the endpoint's deliveries among which the cancelled ones are counted. */
const cancelledScanMax = 100_000;

/**
 * Lets new events and resends through to an endpoint again, with its failures forgotten. What was cancelled stays so until it is
 * recovered, and events from while it was disabled have no delivery until they are replayed: `disabledAt` says from when.
 * Enabling twice is the same as once.
 * @returns `cancelledDeliveries` since it was disabled last, counted up to 10,000
 * @throws DomainError invalid_input, not_found
 */
export async function enableEndpoint(
  ctx: ActorContext,
  input: EndpointInput,
): Promise<{ endpointId: string; disabledAt: Date | null; cancelledDeliveries: number }> {
  const which = parseInput(endpointSchema, input);
  const { endpointId } = which;
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, which);
    if (endpoint.status === 'enabled') return;
    await tx.webhookEndpoint.update({
      where: { id: endpointId },
      data: { status: 'enabled', disabledReason: null, ...freshHealth(now) },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'endpoint.enabled',
      subjectId: endpointId,
      ...auditOwner(endpoint),
      detail: { environment: endpoint.environment },
      at: now,
    });
  });
  const disabledAt = await findDisabledAt(ctx, endpointId);
  const cancelledDeliveries = disabledAt ? await countCancelled(ctx, endpointId, disabledAt) : 0;
  // What nobody had come round to cancel is sent after all.
  await publishDrains(ctx, [endpointId]);
  return { endpointId, disabledAt, cancelledDeliveries };
}

/** The audit row is written in the commit that disables. */
async function findDisabledAt(ctx: Context, endpointId: string): Promise<Date | null> {
  const entry = await ctx.db.prisma.auditEntry.findFirst({
    where: { subjectId: endpointId, action: 'endpoint.disabled' },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  });
  return entry?.createdAt ?? null;
}

async function countCancelled(ctx: Context, endpointId: string, disabledAt: Date): Promise<number> {
  const madeSince = later(disabledAt, -cancelledAgeDaysMax * 24 * 3_600_000);
  const [counted] = await ctx.db.prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM (
        SELECT status, ended_at FROM webhook_deliveries WHERE endpoint_id = ${endpointId}::uuid AND created_at >= ${madeSince}
        ORDER BY created_at DESC, id DESC LIMIT ${cancelledScanMax}) newest
      WHERE status = 'cancelled' AND ended_at >= ${disabledAt} LIMIT ${cancelledCountMax}) cancelled`;
  return counted?.count ?? 0;
}
