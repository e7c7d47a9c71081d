import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { clearReviewSchema } from './schemas.ts';
import { getOwnReview } from './scope.ts';
import { closeReview } from './statements.ts';

/**
 * Closes a review with a note, or with `all` every open review of its subject. It never changes a
 * payment or disbursement. Clearing twice is the same as once.
 * @returns how many reviews were open
 * @throws DomainError not_found, invalid_input
 */
export async function clearReview(
  ctx: TenantContext,
  input: z.input<typeof clearReviewSchema>,
): Promise<{ closed: number }> {
  requirePermission(ctx, 'reviews.work');
  const { reviewId, note, all } = parseInput(clearReviewSchema, input);
  const { id, environment, reason, subjectKind, subjectId } = await getOwnReview(ctx, reviewId);
  const at = ctx.clock.now();
  const closed = await closeReview(
    ctx.db.pool,
    { id, all },
    { by: ctx.actor, note, at },
    {
      id: uuidv7({ msecs: at.getTime() }),
      actor: ctx.actor,
      action: 'review.cleared',
      detail: { environment, reason, subjectKind, subjectId, note },
    },
  );
  return { closed };
}
