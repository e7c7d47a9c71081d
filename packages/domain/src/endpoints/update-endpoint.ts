import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { requireAllowed, type WithWebhookUrlJudge } from './create-endpoint.ts';
import { type UpdateEndpointInput, updateEndpointSchema } from './schemas.ts';
import { lockEndpoint } from './scope.ts';
import { changeSettings, type EndpointSettings } from './settings-statements.ts';

/**
 * Changes an endpoint; missing fields do not change. Waiting deliveries go to the new URL. A new URL is a new receiver,
 * so it resets the failures and closes the circuit.
 * @returns `changed`: the names of the fields that changed
 * @throws DomainError invalid_input, not_found
 */
export async function updateEndpoint(
  ctx: ActorContext & WithWebhookUrlJudge,
  input: UpdateEndpointInput,
): Promise<{ endpointId: string; changed: string[] }> {
  requirePermission(ctx, 'endpoints.write');
  const { endpointId, applicationId, environment, ...given } = parseInput(updateEndpointSchema, input);
  const now = ctx.clock.now();
  const changed = await ctx.db.transaction(async (db) => {
    const endpoint = await lockEndpoint(db, { endpointId, applicationId, environment });
    if (given.url !== undefined) requireAllowed(ctx, given.url, endpoint.environment);
    const changes = differences(endpoint, given);
    const fields = Object.keys(changes);
    if (fields.length === 0) return fields;
    const otherReceiver = changes.url !== undefined;
    await changeSettings(
      db,
      { ...endpoint, ...changes, endpointId, otherReceiver, at: now },
      {
        id: uuidv7(),
        actor: ctx.actor,
        action: 'endpoint.changed',
        detail: {
          environment: endpoint.environment,
          fields,
          ...(changes.url !== undefined && { host: new URL(changes.url).host }),
        },
      },
    );
    return fields;
  });
  // A new URL, more lanes or a higher rate may admit waiting deliveries.
  if (changed.length > 0) await signalWaiting(ctx, 'deliveries.waiting');
  return { endpointId, changed };
}

/** The given fields whose value differs from the stored one. */
function differences(endpoint: EndpointSettings, given: Partial<EndpointSettings>): Partial<EndpointSettings> {
  const wanted = { ...given, ...(given.events && { events: [...new Set(given.events)] }) };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(endpoint[name as keyof EndpointSettings]),
    ),
  );
}
