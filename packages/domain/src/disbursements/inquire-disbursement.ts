import { ask, demandPort } from '../inquiries/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { tracedCall } from '../kernel/trace.ts';
import type { TransactionStatusRequest } from '../ports/provider.ts';
import { consumeQuery } from '../provider/query-budget.ts';
import { receiptReleaseSeconds } from './disbursement.ts';
import { postponeInquiry } from './inquiry-statements.ts';
import { type DisbursementRow, findDisbursement } from './read-statements.ts';

/** The provider's code for "shortcode", the only documented identifier type. */
const shortcodeIdentifierType = '4';

/** How long an inquiry waits when the account's budget of this second is used up. */
const postponeMs = 1_000;

/**
 * Asks the provider for the outcome of a pending disbursement; the answer comes as a result and settles it. One inquiry
 * per `inquiryId`, however often it runs. Does nothing when the disbursement is settled. A reversal without an id of the
 * provider is asked about by the receipt that it reverses. Over the account's budget, the inquiry is postponed.
 */
export async function inquireDisbursement(
  ctx: Context & WithProvider,
  { disbursementId, inquiryId }: { disbursementId: string; inquiryId: string },
): Promise<'asked' | 'not_now'> {
  const disbursement = await findDisbursement(ctx.db.pool, disbursementId);
  const by = disbursement && subjectOf(disbursement);
  if (disbursement?.status !== 'pending' || !by) return 'not_now';
  const { applicationId, environment } = disbursement;
  try {
    const { account, port } = await demandPort(ctx, { applicationId, environment }, 'questions');
    if (!(await consumeQuery(ctx, account))) {
      const until = new Date(ctx.clock.now().getTime() + postponeMs);
      await postponeInquiry(ctx.db.pool, { id: disbursementId, until, releaseSeconds: receiptReleaseSeconds });
      return 'not_now';
    }
    const inquiry = {
      id: inquiryId,
      applicationId,
      environment,
      kind: 'transaction_status' as const,
      // Marks the answer as one about the original transaction.
      transactionId: 'transactionId' in by ? by.transactionId : null,
      identifierType: shortcodeIdentifierType,
      remarks: '',
      occasion: null,
      shortcode: account.shortcode,
      disbursementId,
      callbackId: null,
    };
    const { identifierType, remarks, occasion } = inquiry;
    const answer = await ask(ctx, inquiry, (urls) =>
      tracedCall(ctx, 'transaction_status', disbursementId, () =>
        port.transaction({ ...urls, by, identifierType, remarks, occasion }),
      ),
    );
    if (answer?.kind === 'rejected') {
      ctx.log.warn({ disbursementId, code: answer.code }, 'The provider refused a question about a disbursement.');
    }
    return answer ? 'asked' : 'not_now';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ disbursementId, code: error.code }, 'The provider cannot be asked about a disbursement.');
    return 'not_now';
  }
}

/** The id that the provider knows the disbursement by; undefined without one. */
function subjectOf({
  originatorConversationId,
  transactionId,
}: DisbursementRow): TransactionStatusRequest['by'] | undefined {
  if (originatorConversationId) return { originalConversationId: originatorConversationId };
  return transactionId === null ? undefined : { transactionId };
}
