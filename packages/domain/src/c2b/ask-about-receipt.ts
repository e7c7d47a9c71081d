import { ask, demandPort } from '../inquiries/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { consumeQuery } from '../provider/query-budget.ts';
import { findHeld, hasOpenInquiry } from './held-statements.ts';

/** The provider's code for "shortcode", the only documented identifier type. */
const shortcodeIdentifierType = '4';

/**
 * Asks the provider about the receipt of a held confirmation: whether it is money, and who paid. The answer comes as a
 * result and makes the confirmation due. One inquiry per `inquiryId`.
 */
export async function askAboutReceipt(
  ctx: Context & WithProvider,
  { callbackId, inquiryId }: { callbackId: string; inquiryId: string },
): Promise<'asked' | 'not_now'> {
  const held = await findHeld(ctx.db.pool, callbackId);
  if (!held || (await hasOpenInquiry(ctx.db.pool, callbackId))) return 'not_now';
  const { applicationId, environment, receipt } = held;
  try {
    const { account, port } = await demandPort(ctx, { applicationId, environment }, 'questions', 'mpesa');
    const { transaction } = port;
    if (!transaction) return 'not_now';
    // Over the budget nothing is sent: the next look at the confirmation tries again.
    if (!(await consumeQuery(ctx, account))) return 'not_now';
    const inquiry = {
      id: inquiryId,
      applicationId,
      environment,
      kind: 'transaction_status' as const,
      transactionId: receipt,
      identifierType: shortcodeIdentifierType,
      remarks: '',
      occasion: null,
      rail: account.rail,
      shortcode: account.address,
      disbursementId: null,
      callbackId,
    };
    const answer = await ask(ctx, inquiry, (urls) =>
      transaction({
        ...urls,
        by: { transactionId: receipt },
        identifierType: inquiry.identifierType,
        remarks: inquiry.remarks,
        occasion: inquiry.occasion,
      }),
    );
    return answer ? 'asked' : 'not_now';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ callbackId, code: error.code }, 'The provider cannot be asked about a receipt.');
    return 'not_now';
  }
}
