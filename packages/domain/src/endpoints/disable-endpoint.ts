import type { ActorContext } from '../audit/index.ts';
import { parseInput } from '../input.ts';
import { type EndpointInput, endpointSchema } from './schemas.ts';
import { getOwnEndpoint } from './scope.ts';
import { switchOff } from './statements.ts';

/**
 * Stops everything to an endpoint until somebody enables it: what waits for it is cancelled, new events pass it by. Disabling
 * twice is the same as once; the first reason stays.
 * @throws DomainError invalid_input, not_found
 */
export async function disableEndpoint(
  ctx: ActorContext,
  input: EndpointInput,
): Promise<{ endpointId: string; disabledReason: string | null }> {
  const which = parseInput(endpointSchema, input);
  const { endpointId } = which;
  await getOwnEndpoint(ctx.db.prisma, which);
  await switchOff(ctx.db.pool, {
    endpointId,
    reason: `Disabled by ${ctx.actor}.`,
    actor: ctx.actor,
    at: ctx.clock.now(),
  });
  const { disabledReason } = await getOwnEndpoint(ctx.db.prisma, which);
  return { endpointId, disabledReason };
}
