import { v7 as uuidv7 } from 'uuid';
import { type EndpointInput, endpointSchema, getOwnEndpoint, markDeleted } from '../endpoints/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { switchOff } from './switch-off-statements.ts';

/**
 * Deletes an endpoint for good: removes its secrets and cancels the deliveries that wait for it.
 * Its deliveries stay readable as history. Afterwards every other verb reports it as not found.
 * @throws DomainError invalid_input, not_found
 */
export async function deleteEndpoint(
  ctx: ActorContext,
  input: EndpointInput,
): Promise<{ endpointId: string; deletedAt: Date }> {
  requirePermission(ctx, 'endpoints.write');
  const which = parseInput(endpointSchema, input);
  const { endpointId } = which;
  await getOwnEndpoint(ctx.db.prisma, which);
  const at = ctx.clock.now();
  const { actor } = ctx;
  await ctx.db.transaction(async (db) => {
    const reason = `Deleted by ${actor}.`;
    await switchOff(db, { endpointId, reason, at }, { id: uuidv7(), actor, action: 'endpoint.disabled' });
    // False when somebody else deleted it at the same time.
    const deleted = await markDeleted(db, endpointId, at, { id: uuidv7(), actor, action: 'endpoint.deleted' });
    if (!deleted) throw notFound('webhook endpoint');
  });
  return { endpointId, deletedAt: at };
}
