import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import { bringInquiryForward } from './inquiry-statements.ts';
import { findDisbursement } from './read-statements.ts';
import { disbursementIssues } from './refusals.ts';
import { isAskedSince } from './resolution-statements.ts';

/** Shortest time between two manual inquiries about one disbursement. Answers arrive later. */
const askSpacingSeconds = 60;

/**
 * Has the worker ask the provider for the outcome of a pending disbursement, within moments.
 * @throws DomainError not_found, invalid_input (it is final, there is no id to ask by, or it was
 *   asked about a moment ago)
 */
export async function askAboutDisbursement(ctx: TenantContext, disbursementId: string): Promise<void> {
  const disbursement = await findDisbursement(ctx.db.pool, disbursementId, ctx.tenant);
  if (!disbursement) throw notFound('disbursement');
  const now = ctx.clock.now();
  const { id, status, originatorConversationId } = disbursement;
  if (status !== 'pending') throw refused(disbursementIssues.disbursementFinal);
  if (originatorConversationId === null) {
    throw refused(disbursementIssues.disbursementWithoutId);
  }
  if (await isAskedSince(ctx.db.pool, id, new Date(now.getTime() - askSpacingSeconds * 1000))) {
    throw refused(disbursementIssues.disbursementAsked);
  }
  await bringInquiryForward(ctx.db.pool, id, now);
}

const refused = (why: Named) => invalidInput(issue('reviewId', why));
