import { v7 as uuidv7 } from 'uuid';
import type { ActorContext } from '../audit/index.ts';
import { parseInput } from '../input.ts';
import { type EndpointInput, endpointSchema } from './schemas.ts';
import { getOwnEndpoint, unknownEndpoint } from './scope.ts';
import { switchOff } from './statements.ts';

/**
 * Deletes an endpoint for ever: its secrets are gone with the commit, what waits for it is cancelled, and its deliveries stay
 * readable as history. Afterwards it is as unknown as one that never was.
 * @throws DomainError invalid_input, not_found
 */
export async function deleteEndpoint(
  ctx: ActorContext,
  input: EndpointInput,
): Promise<{ endpointId: string; deletedAt: Date }> {
  const which = parseInput(endpointSchema, input);
  const { endpointId } = which;
  await getOwnEndpoint(ctx.db.prisma, which);
  const at = ctx.clock.now();
  const { actor } = ctx;
  await ctx.db.transaction(async (db) => {
    await switchOff(db, { endpointId, reason: `Deleted by ${actor}.`, actor, at });
    const { rowCount } = await db.query({
      name: 'endpoint_delete',
      text: `
        WITH deleted AS (
          UPDATE webhook_endpoints SET deleted_at = $2::timestamptz, sealed_secret = '', retired_secrets = '[]'
          WHERE id = $1 AND deleted_at IS NULL RETURNING id, application_id, environment)
        INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
        SELECT $3::uuid, a.organization_id, a.id, $4, 'endpoint.deleted', d.id::text,
          jsonb_build_object('environment', d.environment), $2::timestamptz
        FROM deleted d JOIN applications a ON a.id = d.application_id`,
      values: [endpointId, at, uuidv7(), actor],
    });
    // Two at once: the other was first.
    if (rowCount === 0) throw unknownEndpoint();
  });
  return { endpointId, deletedAt: at };
}
