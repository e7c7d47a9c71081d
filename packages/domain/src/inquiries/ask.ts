import { randomBytes } from 'node:crypto';
import { decode } from '../catalogue/index.ts';
import type { Context, Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import type { ConversationIds, ProviderAnswer, ResultUrls } from '../ports/provider.ts';
import { upstreamSaid } from '../provider/upstream.ts';
import { resultUrls } from './secured-account.ts';
import { type NewInquiry, openInquiry, recordAccepted, storeEnd } from './statements.ts';

const callbackTokenBytes = 32;
/** How long the provider's answer is kept in memory while the database is away. */
const answerPatienceMs = 60_000;

/** A question to the provider. The rest of its row is made here. */
type Question = Tenant & Omit<NewInquiry, 'callbackToken' | 'createdAt'>;

/** The provider accepted the question. The answer itself comes later, as a result. */
export type InquiryAccepted = { queryId: string; conversationId: string };

/**
 * Puts a question to the provider: writes the row, calls outside any transaction, then records the
 * result of the call.
 * @returns undefined, without a call, when that inquiry was made before or the disbursement it is
 *   about is settled
 */
export async function ask(
  ctx: Context & Pick<WithProvider, 'callbackBaseUrl'>,
  question: Question,
  call: (urls: ResultUrls) => Promise<ProviderAnswer<ConversationIds>>,
): Promise<ProviderAnswer<ConversationIds> | undefined> {
  // Hex only: the provider refuses addresses that contain certain words, which hex cannot spell.
  const callbackToken = randomBytes(callbackTokenBytes).toString('hex');
  const { id } = question;
  if (!(await openInquiry(ctx.db.pool, { ...question, callbackToken, createdAt: ctx.clock.now() }))) return undefined;
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
    await outliveOutage(ctx, answerPatienceMs, () => recordAccepted(ctx.db.pool, accepted));
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
    await outliveOutage(ctx, answerPatienceMs, () => storeEnd(ctx.db.pool, refused, null));
  } else {
    ctx.log.warn({ inquiryId: id, cause: answer.cause }, 'The provider did not answer an inquiry. It stays pending.');
  }
  return answer;
}

/**
 * Asks like {@link ask}, for a merchant who waits until the provider has accepted the question.
 * @throws DomainError provider_rejected, provider_unavailable
 */
export async function askForMerchant(
  ctx: Context & Pick<WithProvider, 'callbackBaseUrl'>,
  question: Question,
  call: (urls: ResultUrls) => Promise<ProviderAnswer<ConversationIds>>,
): Promise<InquiryAccepted> {
  const queryId = question.id;
  const answer = await ask(ctx, question, call);
  if (answer?.kind === 'accepted') return { queryId, conversationId: answer.conversationId };
  if (answer?.kind !== 'rejected') {
    throw new DomainError(
      'provider_unavailable',
      `The provider did not answer, so the question may have been put. Read GET /inquiries/${queryId}, or ask again: nothing moves.${upstreamSaid(answer?.upstream)}`,
      { queryId, ...(answer?.upstream && { upstream: answer.upstream }) },
    );
  }
  const { by, code, description } = answer;
  const upstream = { code, description };
  if (by === 'unreachable') {
    const detail = `The provider could not be reached, so nothing was asked: ${description} Try again.`;
    throw new DomainError('provider_unavailable', detail, { queryId, upstream });
  }
  throw new DomainError('provider_rejected', `The provider refused the request: ${description}`, {
    queryId,
    upstream,
    decoded: decode({ family: 'api', api: question.kind, phase: 'sync', code, message: description }),
  });
}
