import type { Context, WithProvider } from '../kernel/context.ts';
import type { AsyncResult } from '../ports/provider.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { decideInquiry, type InquiryDecision, ownCodes } from './inquiry.ts';
import { inquiryEvent } from './inquiry-event.ts';
import { type InquiryEnd, type InquiryRow, storeEnd } from './statements.ts';

type End = Pick<
  InquiryEnd,
  'to' | 'originatorConversationId' | 'conversationId' | 'resultCode' | 'resultDesc' | 'result' | 'raw'
>;

/**
 * Ends an inquiry with the provider's final result, and announces it unless a sweep asked. A second result changes
 * nothing; a result with other ids is a contradiction. `callbackId` is the inbox row that brought the result.
 */
export async function endInquiry(
  ctx: Context & Pick<WithProvider, 'provider'>,
  inquiry: InquiryRow,
  result: AsyncResult,
  callbackId: string | null,
): Promise<InquiryDecision> {
  const decision = decideInquiry(inquiry, result);
  if (decision.kind !== 'end') return decision;
  const { originatorConversationId, conversationId, resultCode, resultDesc, raw } = result;
  const ended = await end(
    ctx,
    inquiry,
    {
      to: decision.to,
      originatorConversationId,
      conversationId,
      resultCode,
      resultDesc,
      result: decision.to === 'answered' ? readAnswer(ctx, inquiry, result) : null,
      raw,
    },
    callbackId,
  );
  return ended ? decision : { kind: 'already_ended' };
}

/** Ends an inquiry whose answer came with the call, and announces it. Returns false when it had ended before. */
export async function endAnswered(
  ctx: Context,
  inquiry: Pick<InquiryRow, 'id' | 'kind' | 'rail' | 'applicationId' | 'environment' | 'transactionId' | 'createdAt'> &
    Pick<InquiryRow, 'disbursementId' | 'callbackId'>,
  { conversationId, answer }: { conversationId: string; answer: object },
): Promise<boolean> {
  const pending = { status: 'pending' as const, originatorConversationId: null, conversationId: null };
  const row: InquiryRow = { ...inquiry, ...pending, resultCode: null, resultDesc: null, result: null };
  const said = { resultCode: '0', resultDesc: 'The provider answered.', result: answer, raw: null };
  return end(ctx, row, { to: 'answered', originatorConversationId: null, conversationId, ...said }, null);
}

/**
 * Fails an inquiry after a queue timeout, or without an answer.
 * @returns false when it had ended before
 */
export async function failInquiry(
  ctx: Context,
  inquiry: InquiryRow,
  why: keyof typeof ownCodes,
  callbackId: string | null = null,
): Promise<boolean> {
  const resultDesc = {
    queueTimeout: 'The provider did not get to the question in time.',
    unanswered: 'The provider never answered the question.',
  }[why];
  const none = { originatorConversationId: null, conversationId: null, result: null, raw: null };
  return end(ctx, inquiry, { to: 'failed', resultCode: ownCodes[why], resultDesc, ...none }, callbackId);
}

async function end(ctx: Context, inquiry: InquiryRow, to: End, callbackId: string | null): Promise<boolean> {
  const endedAt = ctx.clock.now();
  const { to: status, ...known } = to;
  const event =
    inquiry.disbursementId === null && inquiry.callbackId === null
      ? inquiryEvent(
          { ...inquiry, ...known, status, conversationId: inquiry.conversationId ?? to.conversationId },
          endedAt,
        )
      : null;
  const ended = await storeEnd(ctx.db.pool, { ...to, id: inquiry.id, endedAt, event }, callbackId);
  if (ended) await signalWaiting(ctx, 'deliveries.waiting');
  return ended;
}

function readAnswer(ctx: Pick<WithProvider, 'provider'>, inquiry: InquiryRow, result: AsyncResult): object | null {
  return inquiry.kind === 'transaction_status'
    ? ctx.provider.readTransaction(result).answer
    : ctx.provider.readAccountBalances(result);
}
