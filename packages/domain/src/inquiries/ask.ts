import { newCallbackToken } from '../inbox/index.ts';
import type { Context, Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import type { ConversationIds, ProviderAnswer, ResultUrls } from '../ports/provider.ts';
import { providerRefusal } from '../provider/refusals.ts';
import { upstreamText } from '../provider/upstream.ts';
import { inquiryRefusals } from './refusals.ts';
import { resultUrls } from './secured-account.ts';
import { type NewInquiry, openInquiry, recordAccepted, storeEnd } from './statements.ts';

/** A new inquiry. `ask` fills in the other columns of its row. */
type InquiryRequest = Tenant & Omit<NewInquiry, 'callbackToken' | 'createdAt'>;

/** The provider accepted the inquiry. The answer comes later, as a result. */
export type InquiryAccepted = { queryId: string; conversationId: string };

/**
 * Sends an inquiry to the provider: writes the row, calls outside any transaction, then records the result of the call.
 * @returns undefined, without a call, when that inquiry was made before or the disbursement it is
 *   about is settled
 */
export async function ask(
  ctx: Context & Pick<WithProvider, 'callbackBaseUrl'>,
  inquiry: InquiryRequest,
  call: (urls: ResultUrls) => Promise<ProviderAnswer<ConversationIds>>,
): Promise<ProviderAnswer<ConversationIds> | undefined> {
  const callbackToken = newCallbackToken();
  const { id } = inquiry;
  if (!(await openInquiry(ctx.db.pool, { ...inquiry, callbackToken, createdAt: ctx.clock.now() }))) return undefined;
  const answer = await call(resultUrls(ctx, callbackToken));
  const at = ctx.clock.now();
  if (answer.kind === 'accepted') {
    const { originatorConversationId, conversationId } = answer;
    const accepted = {
      id,
      originatorConversationId: originatorConversationId || null,
      conversationId,
      acknowledgedAt: at,
    };
    await outliveOutage(ctx, () => recordAccepted(ctx.db.pool, accepted));
  } else if (answer.kind === 'rejected') {
    const refused = {
      id,
      to: 'failed' as const,
      originatorConversationId: null,
      conversationId: null,
      resultCode: answer.code,
      resultDesc: answer.description,
      result: null,
      raw: null,
      endedAt: at,
      event: null,
    };
    await outliveOutage(ctx, () => storeEnd(ctx.db.pool, refused, null));
  } else {
    ctx.log.warn({ inquiryId: id, cause: answer.cause }, 'The provider did not answer an inquiry. It stays pending.');
  }
  return answer;
}

/**
 * {@link ask} for a merchant who waits until the provider has accepted the inquiry.
 * @throws DomainError provider_rejected, provider_unavailable
 */
export async function askForMerchant(
  ctx: Context & Pick<WithProvider, 'callbackBaseUrl'>,
  inquiry: InquiryRequest,
  call: (urls: ResultUrls) => Promise<ProviderAnswer<ConversationIds>>,
): Promise<InquiryAccepted> {
  const queryId = inquiry.id;
  const answer = await ask(ctx, inquiry, call);
  if (answer?.kind === 'accepted') return { queryId, conversationId: answer.conversationId };
  if (answer?.kind !== 'rejected') {
    throw new DomainError(
      'provider_unavailable',
      inquiryRefusals.questionUnclear({ id: queryId, upstream: upstreamText(answer?.upstream) }),
      { queryId, ...(answer?.upstream && { upstream: answer.upstream }) },
    );
  }
  const notSent = inquiryRefusals.questionNotSent({ text: answer.description });
  throw providerRefusal(inquiry.kind, answer, notSent, { queryId });
}
