import { audit } from '../audit/index.ts';
import { findRegistration } from '../c2b/index.ts';
import type { CallbackRow } from '../inbox/index.ts';
import { type Applied, unread } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { findByReceipt } from '../payments/index.ts';
import { openReviewOfCallback } from '../reviews/index.ts';

/** A validation that came to the confirmation URL may have been money. It is checked again after this time. */
export const followUpSeconds = 600;

const unfollowed: Applied = {
  state: 'unmatched',
  error: 'It came to the confirmation URL without a balance, was taken for a question, and no confirmation followed.',
};

/**
 * Checks whether a confirmation followed a validation without the mark of the validation URL. Without one, the validation
 * may have been money: this is logged, audited and reviewed.
 */
export async function applyValidation(
  ctx: Context & Pick<WithProvider, 'provider'>,
  callback: CallbackRow,
): Promise<Applied> {
  const dueAt = new Date(callback.receivedAt.getTime() + followUpSeconds * 1000);
  if (ctx.clock.now() < dueAt) return { state: 'held', retryAt: dueAt };
  const parsed = ctx.provider.parseOfflinePayment(callback.body);
  if (!parsed.ok) return unread(parsed.reason);
  const registration = await findRegistration(ctx.db.pool, callback.subjectId);
  if (!registration) throw new Error(`registration ${callback.subjectId} is gone`);
  const { shortcode, environment, applicationId } = registration;
  const receipt = parsed.value.transactionId;
  if (await findByReceipt(ctx.db.pool, { shortcode, environment, receipt })) return { state: 'applied' };
  ctx.log.warn(
    { callbackId: callback.id, applicationId, environment },
    'A validation was not followed by a confirmation.',
  );
  const at = ctx.clock.now();
  const review = { reason: 'question_unfollowed' as const, detail: { receipt, amount: parsed.value.amount } };
  await openReviewOfCallback(ctx.db.pool, { id: callback.id, applicationId, environment }, review, at);
  await audit(ctx.db.prisma, {
    actor: 'provider',
    action: 'c2b_validation.unfollowed',
    subjectId: callback.id,
    applicationId,
    detail: { environment, shortcode, receipt },
    at,
  });
  return unfollowed;
}
