import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { type ActorContext, audit } from '../audit/index.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { publishDrains } from '../outbox/index.ts';
import { later } from '../time.ts';
import { sampleEvent } from './sample-event.ts';
import { type TestEndpointInput, testEndpointSchema } from './schemas.ts';
import { auditOwner, lockEndpoint, type OwnEndpoint, requireEnabled } from './scope.ts';

/** What an endpoint answers is shown to whoever tests it: it must not become a way to probe the network in bulk. */
export const testsPerMinuteMax = 10;
const minuteMs = 60_000;

/**
 * Sends a sample event of a type to this endpoint and no other, whether or not it wants the type. It is signed, retried and
 * recorded as every delivery, marked as a test in its `data`, and never replayed.
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found; rate_limited
 */
export async function testEndpoint(
  ctx: ActorContext,
  input: TestEndpointInput,
): Promise<{ eventId: string; deliveryId: string }> {
  const { type, ...which } = parseInput(testEndpointSchema, input);
  const { endpointId } = which;
  const now = ctx.clock.now();
  const eventId = uuidv7();
  const deliveryId = uuidv7();
  await ctx.db.prisma.$transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, which);
    requireEnabled(endpoint);
    await requireFewTests(tx, endpoint, now);
    const { applicationId, environment } = endpoint;
    const sample = sampleEvent(type, { applicationId, environment, at: now });
    await tx.webhookEvent.create({
      data: { id: eventId, applicationId, environment, type, ...sample, test: true, createdAt: now },
    });
    await tx.webhookDelivery.create({
      data: { id: deliveryId, endpointId, eventId, nextAttemptAt: now, parkedAt: now, createdAt: now },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'endpoint.tested',
      subjectId: endpointId,
      ...auditOwner(endpoint),
      detail: { environment, type, deliveryId },
      at: now,
    });
  });
  await publishDrains(ctx, [endpointId]);
  return { eventId, deliveryId };
}

async function requireFewTests(tx: Prisma.TransactionClient, endpoint: OwnEndpoint, now: Date): Promise<void> {
  const { id: endpointId, applicationId, environment } = endpoint;
  const latest = await tx.webhookEvent.findMany({
    where: {
      applicationId,
      environment,
      createdAt: { gt: later(now, -minuteMs) },
      test: true,
      deliveries: { some: { endpointId } },
    },
    orderBy: { createdAt: 'desc' },
    take: testsPerMinuteMax,
    select: { createdAt: true },
  });
  const oldest = latest[testsPerMinuteMax - 1];
  if (!oldest) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest.createdAt.getTime() + minuteMs - now.getTime()) / 1000));
  throw new DomainError(
    'rate_limited',
    `An endpoint gets at most ${testsPerMinuteMax} test events per minute: try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
