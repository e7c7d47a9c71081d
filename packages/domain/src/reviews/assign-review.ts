import type { z } from 'zod';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { may } from '../organizations/index.ts';
import { reviewIssues } from './refusals.ts';
import { assignReviewSchema } from './schemas.ts';
import { getOpenReview } from './scope.ts';

/**
 * Assigns an open review to a member, or to nobody.
 * @throws DomainError not_found, invalid_input (closed, or not a member whose role works on reviews)
 */
export async function assignReview(ctx: TenantContext, input: z.input<typeof assignReviewSchema>): Promise<void> {
  requirePermission(ctx, 'reviews.work');
  const { reviewId, userId } = parseInput(assignReviewSchema, input);
  const review = await getOpenReview(ctx, reviewId);
  if (review.assignedTo === userId) return;
  const { id, applicationId, environment } = review;
  if (userId !== null) {
    const member = await ctx.db.prisma.membership.findFirst({
      where: { userId, organization: { applications: { some: { id: applicationId } } } },
      select: { role: true },
    });
    if (!member || !may(member.role, 'reviews.work')) {
      throw invalidInput(issue('userId', reviewIssues.reviewMember));
    }
  }
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.review.update({ where: { id }, data: { assignedTo: userId } });
    await audit(tx, {
      actor: ctx.actor,
      action: userId === null ? 'review.unassigned' : 'review.assigned',
      subjectId: id,
      applicationId,
      detail: { environment, assignedTo: userId, assignedToBefore: review.assignedTo },
      at: ctx.clock.now(),
    });
  });
}
