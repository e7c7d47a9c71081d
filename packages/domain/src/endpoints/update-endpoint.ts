import type { Prisma } from '@tillgate/db';
import { type ActorContext, audit } from '../audit/index.ts';
import { parseInput } from '../input.ts';
import { publishDrains } from '../outbox/index.ts';
import { requireAllowed, type WithWebhookUrlJudge } from './create-endpoint.ts';
import { freshHealth } from './endpoint.ts';
import { type UpdateEndpointInput, updateEndpointSchema } from './schemas.ts';
import { auditOwner, lockEndpoint, type OwnEndpoint } from './scope.ts';

/**
 * Changes an endpoint; what is left out stays as it is. What waits for it goes to the new URL. Another URL is another receiver:
 * its failures are forgotten and its circuit is closed. Answers the names of the fields that are not what they were.
 * @throws DomainError invalid_input, not_found
 */
export async function updateEndpoint(
  ctx: ActorContext & WithWebhookUrlJudge,
  input: UpdateEndpointInput,
): Promise<{ endpointId: string; changed: string[] }> {
  const { endpointId, applicationId, environment, ...given } = parseInput(updateEndpointSchema, input);
  if (given.url !== undefined) requireAllowed(ctx, given.url);
  const now = ctx.clock.now();
  const changed = await ctx.db.prisma.$transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, { endpointId, applicationId, environment });
    const changes = differences(endpoint, given);
    const fields = Object.keys(changes);
    if (fields.length === 0) return fields;
    await tx.webhookEndpoint.update({
      where: { id: endpointId },
      data: { ...changes, ...(changes.url !== undefined && freshHealth(now)) },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'endpoint.changed',
      subjectId: endpointId,
      ...auditOwner(endpoint),
      detail: {
        environment: endpoint.environment,
        fields,
        ...(changes.url !== undefined && { host: new URL(changes.url).host }),
      },
      at: now,
    });
    return fields;
  });
  // A new URL, more lanes or a higher rate let through what waits.
  if (changed.length > 0) await publishDrains(ctx, [endpointId]);
  return { endpointId, changed };
}

type Settings = Pick<OwnEndpoint, 'url' | 'events' | 'description' | 'concurrency' | 'ratePerSecond'>;

/** What was given and is another value than the stored one. */
function differences(
  endpoint: Settings,
  given: Partial<Settings>,
): Partial<Settings> & Prisma.WebhookEndpointUpdateInput {
  const wanted = { ...given, ...(given.events && { events: [...new Set(given.events)] }) };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(endpoint[name as keyof Settings]),
    ),
  );
}
