import type { Context, WithProvider } from '../context.ts';
import { DomainError } from '../errors.ts';
import { ask, getSecuredAccount } from '../inquiries/index.ts';
import { findDisbursement } from './read-statements.ts';

/** The provider's word for a shortcode, the only kind of asker it documents. */
const shortcodeIdentifierType = '4';

/**
 * Asks the provider what became of a pending disbursement; the answer comes as a result and settles
 * it. One question per `inquiryId`, however often it is run. Does nothing when the disbursement is
 * settled or there is no id to ask by.
 */
export async function inquireDisbursement(
  ctx: Context & WithProvider,
  { disbursementId, inquiryId }: { disbursementId: string; inquiryId: string },
): Promise<'asked' | 'not_now'> {
  const disbursement = await findDisbursement(ctx.db.pool, disbursementId);
  const originalConversationId = disbursement?.originatorConversationId;
  if (disbursement?.status !== 'pending' || !originalConversationId) return 'not_now';
  const { applicationId, environment } = disbursement;
  try {
    const account = await getSecuredAccount(ctx, { applicationId, environment });
    const question = {
      id: inquiryId,
      applicationId,
      environment,
      kind: 'transaction_status' as const,
      transactionId: null,
      identifierType: shortcodeIdentifierType,
      remarks: '',
      occasion: null,
      shortcode: account.shortcode,
      disbursementId,
      callbackId: null,
    };
    const answer = await ask(ctx, question, (urls) =>
      ctx.provider.askTransactionStatus(account, {
        ...urls,
        by: { originalConversationId },
        identifierType: question.identifierType,
        remarks: question.remarks,
        occasion: question.occasion,
      }),
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
