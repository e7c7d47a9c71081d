import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext, Context } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { dayMs, later } from '../kernel/time.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { type EndpointInput, endpointSchema } from './schemas.ts';
import { lockEndpoint } from './scope.ts';
import { countCancelled, switchOn } from './statements.ts';

const cancelledCountMax = 10_000;
/** Deliveries older than this are not counted, because a recovery does not reach them. */
const cancelledAgeDaysMax = 30;
/** How many of the endpoint's newest deliveries are searched for cancelled ones. */
const cancelledScanMax = 100_000;

/**
 * Enables an endpoint for new events and resends, and resets its failures. Cancelled deliveries stay cancelled until they
 * are recovered. Events made since `disabledAt` have no delivery until they are replayed. Enabling twice is the same as
 * once.
 * @returns `cancelledDeliveries` since it was disabled last, counted up to 10,000
 * @throws DomainError invalid_input, not_found
 */
export async function enableEndpoint(
  ctx: ActorContext,
  input: EndpointInput,
): Promise<{ endpointId: string; disabledAt: Date | null; cancelledDeliveries: number }> {
  requirePermission(ctx, 'endpoints.write');
  const which = parseInput(endpointSchema, input);
  const { endpointId } = which;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (db) => {
    const { status, environment } = await lockEndpoint(db, which);
    if (status === 'enabled') return;
    const audit = { id: uuidv7(), actor: ctx.actor, action: 'endpoint.enabled', detail: { environment } };
    await switchOn(db, endpointId, now, audit);
  });
  const disabledAt = await findDisabledAt(ctx, endpointId);
  const cancelledDeliveries =
    disabledAt === null
      ? 0
      : await countCancelled(ctx.db.pool, {
          endpointId,
          madeSince: later(disabledAt, -cancelledAgeDaysMax * dayMs),
          cancelledSince: disabledAt,
          scanMax: cancelledScanMax,
          max: cancelledCountMax,
        });
  // Deliveries that were not cancelled yet are sent.
  await signalWaiting(ctx, 'deliveries.waiting');
  return { endpointId, disabledAt, cancelledDeliveries };
}

/** The time of its audit entry, which the commit that disables writes. */
async function findDisabledAt(ctx: Context, endpointId: string): Promise<Date | null> {
  const entry = await ctx.db.prisma.auditEntry.findFirst({
    where: { subjectId: endpointId, action: 'endpoint.disabled' },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  });
  return entry?.createdAt ?? null;
}
