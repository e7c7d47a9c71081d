import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { decode } from '../catalogue/index.ts';
import { indeterminate, leaseFrom, markIndeterminate, type NewClaim, type WithTurns } from '../idempotency/index.ts';
import { resultUrls } from '../inquiries/index.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import { tracedCall } from '../kernel/trace.ts';
import type { ConversationIds, ProviderAnswer, ResultUrls } from '../ports/provider.ts';
import { notSent } from '../provider/not-sent.ts';
import { upstreamSaid } from '../provider/upstream.ts';
import { inquiryLadderSeconds } from './disbursement.ts';
import { openWithinPolicy } from './open-within-policy.ts';
import { type NewDisbursement, recordAccepted, recordRefused } from './statements.ts';

const callbackTokenBytes = 32;
const [firstInquirySeconds = 120] = inquiryLadderSeconds;
/** How long the provider's answer is kept in memory while the database is away. */
const answerPatienceMs = 60_000;

export type DisburseContext = TenantContext & WithProvider & WithTurns;

type Kind = NewDisbursement['kind'];

/** The first result of a payout or reversal, recorded with the key and replayed to every repeat. */
export type DisburseOutcome =
  | { kind: 'accepted'; disbursementId: string; conversationId: string }
  | { kind: 'refused'; disbursementId: string; by: 'provider' | 'unreachable'; code: string; description: string };

/** What is asked of the provider, as its row keeps it. */
type Order = Pick<
  NewDisbursement,
  | 'id'
  | 'kind'
  | 'amount'
  | 'phone'
  | 'transactionId'
  | 'paymentId'
  | 'commandId'
  | 'remarks'
  | 'occasion'
  | 'shortcode'
> & { originatorConversationId: string | null };

/**
 * Carries a payout or reversal out once: writes the row and the claim, calls the provider outside
 * any transaction, then records the result.
 * @returns undefined, without a call, when the key was claimed before
 * @throws DomainError idempotency_indeterminate, provider_unavailable (no key, no answer); without
 *   a call and without using up the key: limit_exceeded, approval_required, invalid_input (no key)
 */
export async function disburse(
  ctx: DisburseContext,
  order: Order,
  claim: NewClaim | undefined,
  call: (timed: ResultUrls & { sendBefore: Date }) => Promise<ProviderAnswer<ConversationIds>>,
): Promise<DisburseOutcome | undefined> {
  const createdAt = ctx.clock.now();
  // Hex only: the provider refuses addresses that contain certain words, which hex cannot spell.
  const callbackToken = randomBytes(callbackTokenBytes).toString('hex');
  const nextInquiryAt = new Date(createdAt.getTime() + firstInquirySeconds * 1000);
  const opened = await openWithinPolicy(
    ctx.db,
    { ...ctx.tenant, ...order, callbackToken, requestedBy: ctx.actor, createdAt, nextInquiryAt },
    {
      id: uuidv7(),
      actor: ctx.actor,
      action: 'disbursement.requested',
      detail: { environment: ctx.tenant.environment, kind: order.kind, amount: order.amount },
    },
    claim && { ...ctx.tenant, ...claim },
  );
  if (!opened) return undefined;
  const sendBefore = claim?.leaseUntil ?? leaseFrom(createdAt);
  const answer = await tracedCall(ctx, order.kind === 'payout' ? 'pay_out' : 'reverse', order.id, () =>
    call({ ...resultUrls(ctx, callbackToken), sendBefore }),
  );
  return record(ctx, order, answer, claim);
}

/** Transaction 2: records what the provider answered. */
async function record(
  ctx: DisburseContext,
  { id, kind }: Order,
  answer: ProviderAnswer<ConversationIds>,
  claim: NewClaim | undefined,
): Promise<DisburseOutcome> {
  const now = ctx.clock.now();
  if (answer.kind === 'accepted') {
    const { conversationId } = answer;
    const outcome: DisburseOutcome = { kind: 'accepted', disbursementId: id, conversationId };
    const originatorConversationId = answer.originatorConversationId || null;
    const accepted = { id, originatorConversationId, conversationId, acknowledgedAt: now };
    await stored(ctx, () => recordAccepted(ctx.db.pool, accepted, claim && { id: claim.id, outcome }));
    return outcome;
  }
  if (answer.kind === 'rejected') {
    const { by, code, description } = answer;
    const outcome: DisburseOutcome = { kind: 'refused', disbursementId: id, by, code, description };
    const refused = { id, resultCode: code, resultDesc: description, settledAt: now };
    const settled = await stored(ctx, () => recordRefused(ctx.db.pool, refused, claim && { id: claim.id, outcome }));
    if (settled) return outcome;
  } else {
    ctx.log.warn({ disbursementId: id, cause: answer.cause }, 'The provider did not answer. Money may move.');
    const said = answer.upstream ?? null;
    if (claim) await stored(ctx, () => markIndeterminate(ctx.db.pool, claim.id, now, said));
  }
  const upstream = answer.kind === 'unknown' ? answer.upstream : undefined;
  if (claim) throw indeterminate(kind, id, upstream);
  throw new DomainError(
    'provider_unavailable',
    `The provider gave no clear answer, so money may move. Read GET /disbursements/${id} before you try again.${upstreamSaid(upstream)}`,
    { indeterminate: true, disbursementId: id, ...(upstream && { upstream }) },
  );
}

/**
 * The provider's answer cannot be asked for again, so the write waits for a database that is away.
 */
function stored<T>(ctx: DisburseContext, write: () => Promise<T>): Promise<T> {
  return outliveOutage(ctx, answerPatienceMs, write);
}

/**
 * A refused outcome as the refusal that its caller gets, the same the first time and on a replay.
 */
export function disburseRefusal(
  kind: Kind,
  outcome: DisburseOutcome & { kind: 'refused' },
  replayed: boolean,
): DomainError {
  const { code, description, disbursementId, by } = outcome;
  const extras = { disbursementId, upstream: { code, description }, ...(replayed && { replayed }) };
  if (by === 'unreachable') {
    return new DomainError('provider_unavailable', notSent(code, description), { ...extras, retryKey: 'new' });
  }
  const api = kind === 'payout' ? 'b2c' : 'reversal';
  return new DomainError('provider_rejected', `The provider refused the request: ${description}`, {
    ...extras,
    decoded: decode({ family: 'api', api, phase: 'sync', code, message: description }),
  });
}
