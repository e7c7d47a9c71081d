import type { ReviewModel } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { reviewIssues } from './refusals.ts';

/**
 * A review of the caller's application and environment.
 * @throws DomainError not_found when there is no such review here: a foreign id and a malformed id
 *   look the same
 */
export async function getOwnReview(ctx: Pick<TenantContext, 'db' | 'tenant'>, reviewId: string): Promise<ReviewModel> {
  const { applicationId, environment } = ctx.tenant;
  const review = isUuid(reviewId)
    ? await ctx.db.prisma.review.findFirst({ where: { id: reviewId, applicationId, environment } })
    : null;
  if (!review) throw notFound('review');
  return review;
}

/**
 * The same, open.
 * @throws DomainError not_found, invalid_input (it is closed)
 */
export async function getOpenReview(ctx: Pick<TenantContext, 'db' | 'tenant'>, reviewId: string): Promise<ReviewModel> {
  const review = await getOwnReview(ctx, reviewId);
  if (review.status !== 'open') throw invalidInput(issue('reviewId', reviewIssues.reviewClosed));
  return review;
}
