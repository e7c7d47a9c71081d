import { newCallbackToken } from '../inbox/index.ts';
import type { Context, Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import type { Asked, ResultUrls } from '../ports/provider.ts';
import { providerRefusal } from '../provider/refusals.ts';
import { upstreamText } from '../provider/upstream.ts';
import { endAnswered } from './end-inquiry.ts';
import { ownCodes } from './inquiry.ts';
import { inquiryRefusals } from './refusals.ts';
import { resultUrls } from './result-urls.ts';
import { type NewInquiry, openInquiry, recordAccepted, storeEnd } from './statements.ts';

/** A new inquiry. `ask` fills in the other columns of its row. */
type InquiryRequest = Tenant & Omit<NewInquiry, 'callbackToken' | 'createdAt'>;

/** The provider accepted the inquiry. Its answer is there, or comes later as a result. */
export type InquiryAccepted = { queryId: string; conversationId: string };

type AskContext = Context & Pick<WithProvider, 'callbackBaseUrl'>;

/**
 * Sends an inquiry to the provider: writes the row, calls outside any transaction, then records the result of the call. A
 * network that answers at once ends it.
 * @returns undefined, without a call, when that inquiry was made before or the disbursement it is
 *   about is settled
 */
export async function ask<Answer extends object>(
  ctx: AskContext,
  inquiry: InquiryRequest,
  call: (urls: ResultUrls) => Promise<Asked<Answer>>,
): Promise<Asked<Answer> | undefined> {
  const callbackToken = newCallbackToken();
  const { id } = inquiry;
  const row = { ...inquiry, callbackToken, createdAt: ctx.clock.now() };
  if (!(await openInquiry(ctx.db.pool, row))) return undefined;
  const answer = await call(resultUrls(ctx, callbackToken));
  const at = ctx.clock.now();
  switch (answer.kind) {
    case 'accepted': {
      const { originatorConversationId, conversationId } = answer;
      const ids = { originatorConversationId: originatorConversationId || null, conversationId };
      await outliveOutage(ctx, () => recordAccepted(ctx.db.pool, { id, ...ids, acknowledgedAt: at }));
      break;
    }
    case 'told':
      await outliveOutage(ctx, () =>
        endAnswered(ctx, row, { conversationId: conversationIdOf(id), answer: answer.answer }),
      );
      break;
    case 'rejected':
      await outliveOutage(ctx, () => fail(ctx, { id, code: answer.code, text: answer.description, at }));
      break;
    case 'no_answer':
      // No result will come.
      await outliveOutage(ctx, () => fail(ctx, { id, code: ownCodes.unanswered, text: answer.cause, at }));
      break;
    case 'unknown':
      ctx.log.warn({ inquiryId: id, cause: answer.cause }, 'The provider did not answer an inquiry. It stays pending.');
  }
  return answer;
}

/** The id of a conversation with a network that has none: our own, without dashes. */
const conversationIdOf = (inquiryId: string) => inquiryId.replaceAll('-', '');

function fail(ctx: AskContext, { id, code, text, at }: { id: string; code: string; text: string; at: Date }) {
  const none = { originatorConversationId: null, conversationId: null, result: null, raw: null, event: null };
  return storeEnd(ctx.db.pool, { id, to: 'failed', ...none, resultCode: code, resultDesc: text, endedAt: at }, null);
}

/**
 * {@link ask} for a merchant who waits until the provider has accepted the inquiry.
 * @throws DomainError provider_rejected, provider_unavailable
 */
export async function askForMerchant<Answer extends object>(
  ctx: AskContext,
  inquiry: InquiryRequest,
  call: (urls: ResultUrls) => Promise<Asked<Answer>>,
): Promise<InquiryAccepted> {
  const queryId = inquiry.id;
  const answer = await ask(ctx, inquiry, call);
  if (answer?.kind === 'accepted') return { queryId, conversationId: answer.conversationId };
  if (answer?.kind === 'told') return { queryId, conversationId: conversationIdOf(queryId) };
  if (answer?.kind !== 'rejected') {
    const upstream = answer?.kind === 'unknown' ? answer.upstream : undefined;
    throw new DomainError(
      'provider_unavailable',
      inquiryRefusals.questionUnclear({ id: queryId, upstream: upstreamText(upstream) }),
      { queryId, ...(upstream && { upstream }) },
    );
  }
  const notSent = inquiryRefusals.questionNotSent({ text: answer.description });
  throw providerRefusal(inquiry.kind, answer, notSent, { queryId });
}
