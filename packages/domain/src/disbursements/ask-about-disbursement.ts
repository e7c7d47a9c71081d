import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput } from '../kernel/input.ts';
import { bringInquiryForward } from './inquiry-statements.ts';
import { findDisbursement } from './read-statements.ts';
import { isAskedSince } from './resolution-statements.ts';

/** The least time between two questions of people about one disbursement. Answers arrive later. */
const askSpacingSeconds = 60;

/**
 * Has the worker ask the provider what became of a pending disbursement, within moments.
 * @throws DomainError not_found, invalid_input (it is final, there is no id to ask by, or it was
 *   asked about a moment ago)
 */
export async function askAboutDisbursement(ctx: TenantContext, disbursementId: string): Promise<void> {
  const disbursement = await findDisbursement(ctx.db.pool, disbursementId, ctx.tenant);
  if (!disbursement) throw notFound('disbursement');
  const now = ctx.clock.now();
  const { id, status, originatorConversationId } = disbursement;
  if (status !== 'pending') throw refused('is about a disbursement that is final');
  if (originatorConversationId === null) {
    throw refused('is about a disbursement that the provider never gave an id to: look at the provider’s portal');
  }
  if (await isAskedSince(ctx.db.pool, id, new Date(now.getTime() - askSpacingSeconds * 1000))) {
    throw refused('was asked about a moment ago: the answer is on its way');
  }
  await bringInquiryForward(ctx.db.pool, id, now);
}

const refused = (message: string) => invalidInput({ path: 'reviewId', message });
