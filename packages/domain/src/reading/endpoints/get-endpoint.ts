import { only } from '@tillgate/db';
import { type EndpointInput, endpointSchema, getOwnEndpoint } from '../../endpoints/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { type EndpointView, viewEndpoints } from './endpoint-view.ts';

/**
 * An endpoint with its health.
 * @throws DomainError invalid_input, not_found
 */
export async function getEndpoint(ctx: ActorContext, input: EndpointInput): Promise<EndpointView> {
  requirePermission(ctx, 'endpoints.read');
  const endpoint = await getOwnEndpoint(ctx.db.prisma, parseInput(endpointSchema, input));
  return only(await viewEndpoints(ctx, [endpoint]));
}
