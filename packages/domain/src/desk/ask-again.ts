import { audit } from '../audit/index.ts';
import { askAboutDisbursement } from '../disbursements/index.ts';
import { applyAgain } from '../inbox/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { askAboutPayment } from '../payments/index.ts';
import { getOpenReview } from '../reviews/index.ts';
import { deskIssues } from './refusals.ts';

/**
 * Has the worker check the subject of an open review again, within moments: it asks the provider about a payment or
 * disbursement, or applies a callback once more. This only makes the row due.
 * @throws DomainError not_found, invalid_input (closed, or there is nothing to ask)
 */
export async function askAgain(ctx: TenantContext, { reviewId }: { reviewId: string }): Promise<void> {
  requirePermission(ctx, 'reviews.work');
  const { id, applicationId, environment, reason, detail, subjectKind, subjectId } = await getOpenReview(ctx, reviewId);
  const failed = reason === 'callback_failed' ? failedCallback(detail) : undefined;
  if (failed !== undefined) await applyAgain(ctx, failed);
  else if (subjectKind === 'payment') await askAboutPayment(ctx, subjectId);
  else if (subjectKind === 'disbursement') await askAboutDisbursement(ctx, subjectId);
  else if (subjectKind === 'callback') await applyAgain(ctx, subjectId);
  else throw invalidInput(issue('reviewId', deskIssues.aboutInquiry));
  await audit(ctx.db.prisma, {
    actor: ctx.actor,
    action: 'review.asked_again',
    subjectId: id,
    applicationId,
    detail: { environment, subjectKind, subjectId },
    at: ctx.clock.now(),
  });
}

/** The callback that could not be applied, as the review names it. */
function failedCallback(detail: unknown): string | undefined {
  return typeof detail === 'object' &&
    detail !== null &&
    'callbackId' in detail &&
    typeof detail.callbackId === 'string'
    ? detail.callbackId
    : undefined;
}
