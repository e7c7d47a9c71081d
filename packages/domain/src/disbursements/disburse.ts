import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { WithGuard } from '../guards/index.ts';
import { indeterminate, leaseFrom, markIndeterminate, type NewClaim, type WithTurns } from '../idempotency/index.ts';
import { newCallbackToken } from '../inbox/index.ts';
import { resultUrls } from '../inquiries/index.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import { tracedCall } from '../kernel/trace.ts';
import type { ProviderAnswer, RailFact, ResultUrls, Sent } from '../ports/provider.ts';
import { moneyRefusal } from '../provider/refusals.ts';
import { upstreamText } from '../provider/upstream.ts';
import { factAtOnce, inquiryLadderSeconds } from './disbursement.ts';
import { openWithinPolicy } from './open-within-policy.ts';
import { disbursementRefusals } from './refusals.ts';
import type { disburseOutcomeSchema } from './schemas.ts';
import { settleDisbursement } from './settle.ts';
import { type NewDisbursement, recordAccepted, recordRefused } from './statements.ts';

const [firstInquirySeconds = 120] = inquiryLadderSeconds;

export type DisburseContext = TenantContext & WithProvider & WithTurns & WithGuard;

type Kind = NewDisbursement['kind'];

/** The first result of a payout or reversal, recorded with the key and replayed to every repeat. */
export type DisburseOutcome = z.output<typeof disburseOutcomeSchema>;

/** The request to the provider, as its row stores it. */
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
  | 'rail'
  | 'shortcode'
> & { originatorConversationId: string | null };

/**
 * Executes a payout or reversal once: writes the row and the claim, calls the provider outside any transaction, then
 * records the result.
 * @returns undefined, without a call, when the key was claimed before
 * @throws DomainError idempotency_indeterminate, provider_unavailable (no key, no answer); without
 *   a call and without using up the key: limit_exceeded, approval_required, refused_by_rule, invalid_input (no key),
 *   unavailable (the rules cannot be read, or a gap is open)
 */
export async function disburse(
  ctx: DisburseContext,
  order: Order,
  claim: NewClaim | undefined,
  call: (timed: ResultUrls & { sendBefore: Date }) => Promise<ProviderAnswer<Sent>>,
): Promise<DisburseOutcome | undefined> {
  const createdAt = ctx.clock.now();
  const callbackToken = newCallbackToken();
  const nextInquiryAt = new Date(createdAt.getTime() + firstInquirySeconds * 1000);
  const opened = await openWithinPolicy(
    ctx,
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
  answer: ProviderAnswer<Sent>,
  claim: NewClaim | undefined,
): Promise<DisburseOutcome> {
  const now = ctx.clock.now();
  if (answer.kind === 'accepted') {
    const conversationId = answer.conversationId ?? id.replaceAll('-', '');
    const outcome: DisburseOutcome = { kind: 'accepted', disbursementId: id, conversationId };
    const originatorConversationId = answer.originatorConversationId || null;
    const accepted = { id, originatorConversationId, conversationId, acknowledgedAt: now };
    await outliveOutage(ctx, () => recordAccepted(ctx.db.pool, accepted, claim && { id: claim.id, outcome }));
    // The claim has ended, so whatever happens here the caller knows that it was taken. A question settles what is open.
    if (answer.fact) await settleAtOnce(ctx, id, answer.fact);
    return outcome;
  }
  if (answer.kind === 'rejected') {
    const { by, code, description, retryAfterSeconds } = answer;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    const outcome: DisburseOutcome = { kind: 'refused', disbursementId: id, by, code, description, ...wait };
    const refused = { id, resultCode: code, resultDesc: description, settledAt: now };
    const settled = await outliveOutage(ctx, () =>
      recordRefused(ctx.db.pool, refused, claim && { id: claim.id, outcome }),
    );
    if (settled) return outcome;
  } else {
    ctx.log.warn({ disbursementId: id, cause: answer.cause }, 'The provider did not answer. Money may move.');
    const upstream = answer.upstream ?? null;
    if (claim) await outliveOutage(ctx, () => markIndeterminate(ctx.db.pool, claim.id, now, upstream));
  }
  const upstream = answer.kind === 'unknown' ? answer.upstream : undefined;
  if (claim) throw indeterminate(kind, id, upstream);
  throw new DomainError(
    'provider_unavailable',
    disbursementRefusals.disbursementUnclear({ id, upstream: upstreamText(upstream) }),
    { indeterminate: true, disbursementId: id, ...(upstream && { upstream }) },
  );
}

/**
 * Settles what the network told in its answer. Where this fails, the ladder asks about a payout, and a person decides about a
 * refund that cannot be asked about.
 */
async function settleAtOnce(ctx: DisburseContext, id: string, fact: RailFact): Promise<void> {
  try {
    await outliveOutage(ctx, () => settleDisbursement(ctx, id, () => factAtOnce('push', fact)));
  } catch (error) {
    ctx.log.error({ disbursementId: id, err: error }, 'What the provider told at once could not be recorded.');
  }
}

/** A refused outcome as the error that its caller gets. */
export function disburseRefusal(
  kind: Kind,
  outcome: DisburseOutcome & { kind: 'refused' },
  replayed: boolean,
): DomainError {
  const { disbursementId } = outcome;
  return moneyRefusal(kind, outcome, { disbursementId }, replayed);
}
