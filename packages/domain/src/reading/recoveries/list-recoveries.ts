import { requireKnown } from '../../endpoints/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { type RecoveryView, recoveryView } from '../../recoveries/index.ts';
import { olderThan } from '../older-than.ts';
import { readingIssues } from '../refusals.ts';
import { type ListRecoveriesInput, listRecoveriesSchema } from './schemas.ts';

/**
 * Recoveries of an endpoint, the newest first, a page at a time. `next` is the cursor of the next page, null on the
 * last one.
 * @throws DomainError invalid_input, also when `before` is not a recovery of the endpoint; not_found
 */
export async function listRecoveries(
  ctx: ActorContext,
  input: ListRecoveriesInput,
): Promise<{ recoveries: RecoveryView[]; next: string | null }> {
  requirePermission(ctx, 'endpoints.read');
  const { limit, before, ...which } = parseInput(listRecoveriesSchema, input);
  const { endpointId } = which;
  await requireKnown(ctx.db.pool, which);
  const after = before === undefined ? undefined : await getCursor(ctx, endpointId, before);
  const rows = await ctx.db.prisma.webhookRecovery.findMany({
    where: {
      endpointId,
      ...(after && olderThan(after)),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: { endpoint: { select: { applicationId: true, environment: true } } },
  });
  const page = rows.slice(0, limit).map(recoveryView);
  return { recoveries: page, next: rows.length > limit ? (page.at(-1)?.recoveryId ?? null) : null };
}

async function getCursor(ctx: ActorContext, endpointId: string, before: string) {
  const cursor = await ctx.db.prisma.webhookRecovery.findFirst({
    where: { id: before, endpointId },
    select: { createdAt: true, id: true },
  });
  if (!cursor) throw invalidInput(issue('before', readingIssues.recoveryElsewhere));
  return cursor;
}
