import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import { type EndpointView, viewEndpoints } from './endpoint-view.ts';
import { type ListEndpointsInput, listEndpointsSchema } from './schemas.ts';

/**
 * An application's endpoints with their health, the oldest first, of both environments by default. {@link createEndpoint}
 * keeps their number small.
 * @throws DomainError invalid_input, not_found (no such application)
 */
export async function listEndpoints(ctx: ActorContext, input: ListEndpointsInput): Promise<EndpointView[]> {
  requirePermission(ctx, 'endpoints.read');
  const { applicationId, environment } = parseInput(listEndpointsSchema, input);
  const application = await ctx.db.prisma.application.findUnique({
    where: { id: applicationId },
    select: {
      webhookEndpoints: { where: { environment, deletedAt: null }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
    },
  });
  if (!application) throw notFound('application');
  return viewEndpoints(ctx, application.webhookEndpoints);
}
