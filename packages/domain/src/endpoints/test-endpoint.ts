import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { later, minuteMs } from '../kernel/time.ts';
import { announceTest, listTests } from '../outbox/index.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { endpointRefusals } from './refusals.ts';
import { sampleEvent } from './sample-event.ts';
import { type TestEndpointInput, testEndpointSchema } from './schemas.ts';
import { lockEndpoint, requireEnabled } from './scope.ts';

/** People see the response to a test. The limit prevents them from probing a network. */
export const testsPerMinuteMax = 10;

/**
 * Sends a sample event of a type to this endpoint alone, even if it does not receive the type. It
 * is signed, retried and recorded like every delivery, marked as a test in its `data`, and never
 * replayed.
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found; rate_limited
 */
export async function testEndpoint(
  ctx: ActorContext,
  input: TestEndpointInput,
): Promise<{ eventId: string; deliveryId: string }> {
  requirePermission(ctx, 'endpoints.write');
  const { type, ...which } = parseInput(testEndpointSchema, input);
  const { endpointId } = which;
  const now = ctx.clock.now();
  const eventId = uuidv7();
  const deliveryId = uuidv7();
  await ctx.db.transaction(async (db) => {
    const endpoint = await lockEndpoint(db, which);
    requireEnabled(endpoint);
    requireFewTests(await listTests(db, endpointId, later(now, -minuteMs), testsPerMinuteMax), now);
    const { applicationId, environment } = endpoint;
    const sample = sampleEvent(type, { applicationId, environment, at: now });
    const event = { id: eventId, type, applicationId, environment, ...sample, at: now };
    await announceTest(
      db,
      event,
      { id: deliveryId, endpointId },
      {
        id: uuidv7(),
        actor: ctx.actor,
        action: 'endpoint.tested',
        detail: { environment, type, deliveryId },
      },
    );
  });
  await signalWaiting(ctx, 'deliveries.waiting');
  return { eventId, deliveryId };
}

/** @param latest times of the tests of the last minute, at most `testsPerMinuteMax`, the newest first */
function requireFewTests(latest: Date[], now: Date): void {
  const oldest = latest[testsPerMinuteMax - 1];
  if (!oldest) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest.getTime() + minuteMs - now.getTime()) / 1000));
  throw new DomainError(
    'rate_limited',
    endpointRefusals.testsUsedUp({ max: testsPerMinuteMax, seconds: retryAfterSeconds }),
    { retryAfterSeconds },
  );
}
