import { ask, demandPortOf } from '../inquiries/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { tracedCall } from '../kernel/trace.ts';
import type { PromptState, TransactionStatusRequest } from '../ports/provider.ts';
import { accountAt } from '../provider/accounts.ts';
import { consumeQuery } from '../provider/query-budget.ts';
import type { RailAccount } from '../rails/index.ts';
import { factAtOnce, receiptReleaseSeconds } from './disbursement.ts';
import { postponeInquiry } from './inquiry-statements.ts';
import { type DisbursementRow, findDisbursement } from './read-statements.ts';
import { settleDisbursement } from './settle.ts';

/** The provider's code for "shortcode", the only documented identifier type. */
const shortcodeIdentifierType = '4';

/** How long an inquiry waits when the account's budget of this second is used up. */
const postponeMs = 1_000;

type AskContext = Context & WithProvider;
type Question = (inquiryId: string) => Promise<'asked' | 'not_now'>;

/**
 * Asks the provider for the outcome of a pending disbursement. A network that answers at once settles it; elsewhere the
 * answer comes as a result and settles it, with one inquiry per `inquiryId`, however often it runs. Does nothing when the
 * disbursement is settled, or nobody can ask about it. A reversal without an id of the provider is asked about by the
 * receipt that it reverses. Over the account's budget, the inquiry is postponed.
 */
export async function inquireDisbursement(
  ctx: AskContext,
  { disbursementId, inquiryId }: { disbursementId: string; inquiryId: string },
): Promise<'asked' | 'not_now'> {
  const disbursement = await findDisbursement(ctx.db.pool, disbursementId);
  if (disbursement?.status !== 'pending') return 'not_now';
  try {
    const account = await accountAt(ctx, disbursement, disbursement.rail);
    const question = questionOf(ctx, disbursement, account);
    if (!question) return 'not_now';
    if (!(await consumeQuery(ctx, account))) {
      const until = new Date(ctx.clock.now().getTime() + postponeMs);
      await postponeInquiry(ctx.db.pool, { id: disbursementId, until, releaseSeconds: receiptReleaseSeconds });
      return 'not_now';
    }
    return await question(inquiryId);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ disbursementId, code: error.code }, 'The provider cannot be asked about a disbursement.');
    return 'not_now';
  }
}

/** How a network is asked about a disbursement; undefined when it cannot be. @throws DomainError provider_not_configured */
function questionOf(ctx: AskContext, disbursement: DisbursementRow, account: RailAccount): Question | undefined {
  const by = subjectOf(disbursement);
  if (!by) return undefined;
  const { payouts } = ctx.provider.rail(account);
  if (payouts?.ask && disbursement.kind === 'payout' && 'originalConversationId' in by) {
    const { ask: askPayout } = payouts;
    return async () => settleByAnswer(ctx, disbursement, () => askPayout(by.originalConversationId));
  }
  const { transaction } = demandPortOf(ctx, account, 'questions');
  if (!transaction) return undefined;
  return (inquiryId) => askForResult(ctx, disbursement, account, { by, inquiryId, transaction });
}

/** Settles by an answer that comes at once. That a network does not know a payout ends nothing: it may know it later. */
async function settleByAnswer(
  ctx: AskContext,
  { id: disbursementId }: DisbursementRow,
  call: () => Promise<PromptState>,
): Promise<'asked'> {
  const state = await tracedCall(ctx, 'ask_payout', disbursementId, call);
  if (state.kind === 'told') {
    await settleDisbursement(ctx, disbursementId, () => factAtOnce('inquiry', state.fact));
    return 'asked';
  }
  const why = state.kind === 'not_found' ? { code: state.code, cause: state.text } : { cause: state.cause };
  ctx.log.info({ disbursementId, ...why }, 'The provider did not say what became of a payout.');
  return 'asked';
}

type Asking = {
  by: TransactionStatusRequest['by'];
  inquiryId: string;
  transaction: NonNullable<ReturnType<typeof demandPortOf<'questions'>>['transaction']>;
};

async function askForResult(
  ctx: AskContext,
  { id: disbursementId, applicationId, environment }: DisbursementRow,
  account: RailAccount,
  { by, inquiryId, transaction }: Asking,
): Promise<'asked' | 'not_now'> {
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
    rail: account.rail,
    shortcode: account.address,
    disbursementId,
    callbackId: null,
  };
  const { identifierType, remarks, occasion } = inquiry;
  const answer = await ask(ctx, inquiry, (urls) =>
    tracedCall(ctx, 'transaction_status', disbursementId, () =>
      transaction({ ...urls, by, identifierType, remarks, occasion }),
    ),
  );
  if (answer?.kind === 'rejected') {
    ctx.log.warn({ disbursementId, code: answer.code }, 'The provider refused a question about a disbursement.');
  }
  return answer ? 'asked' : 'not_now';
}

/** The id that the provider knows the disbursement by; undefined without one. */
function subjectOf({
  originatorConversationId,
  transactionId,
}: DisbursementRow): TransactionStatusRequest['by'] | undefined {
  if (originatorConversationId) return { originalConversationId: originatorConversationId };
  return transactionId === null ? undefined : { transactionId };
}
