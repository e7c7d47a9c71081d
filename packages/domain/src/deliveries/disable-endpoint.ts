import { v7 as uuidv7 } from 'uuid';
import { type EndpointInput, endpointSchema, getOwnEndpoint } from '../endpoints/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { switchOff } from './switch-off-statements.ts';

/**
 * Stops all deliveries to an endpoint until somebody enables it: cancels the waiting deliveries, and new events are not
 * sent to it. Disabling twice is the same as once; the first reason stays.
 * @throws DomainError invalid_input, not_found
 */
export async function disableEndpoint(
  ctx: ActorContext,
  input: EndpointInput,
): Promise<{ endpointId: string; disabledReason: string | null }> {
  requirePermission(ctx, 'endpoints.write');
  const which = parseInput(endpointSchema, input);
  const { endpointId } = which;
  await getOwnEndpoint(ctx.db.prisma, which);
  const { actor } = ctx;
  const by = { endpointId, reason: `Disabled by ${actor}.`, at: ctx.clock.now() };
  await switchOff(ctx.db.pool, by, { id: uuidv7(), actor, action: 'endpoint.disabled' });
  const { disabledReason } = await getOwnEndpoint(ctx.db.prisma, which);
  return { endpointId, disabledReason };
}
