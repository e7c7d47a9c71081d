import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { liveSecrets } from './endpoint.ts';
import { type EndpointInput, endpointSchema } from './schemas.ts';
import { lockEndpoint } from './scope.ts';
import { replaceSecrets } from './settings-statements.ts';

/**
 * Ends a rotation before its grace is over: from now on, only the newest secret signs.
 * @returns `activated`: false when it did so already
 * @throws DomainError invalid_input, not_found
 */
export async function activateSecret(
  ctx: ActorContext,
  input: EndpointInput,
): Promise<{ endpointId: string; activated: boolean }> {
  requirePermission(ctx, 'endpoints.write');
  const which = parseInput(endpointSchema, input);
  const { endpointId } = which;
  const at = ctx.clock.now();
  const activated = await ctx.db.transaction(async (db) => {
    const { environment, sealedSecret, retiredSecrets } = await lockEndpoint(db, which);
    if (liveSecrets(retiredSecrets, at).length === 0) return false;
    const audit = { id: uuidv7(), actor: ctx.actor, action: 'endpoint.secret_activated', detail: { environment } };
    await replaceSecrets(db, { endpointId, sealedSecret, retiredSecrets: [], at }, audit);
    return true;
  });
  return { endpointId, activated };
}
