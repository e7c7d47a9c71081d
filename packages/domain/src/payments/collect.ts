import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { chooseAccount, claimShortcode } from '../applications/index.ts';
import { demandNotStopped, type WithGuard } from '../guards/index.ts';
import {
  type IdempotentRequest,
  indeterminate,
  leaseFrom,
  markIndeterminate,
  type NewClaim,
  runIdempotent,
  type WithTurns,
} from '../idempotency/index.ts';
import { newCallbackToken } from '../inbox/index.ts';
import { requireScope } from '../kernel/authority.ts';
import { batched } from '../kernel/batch.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import { tracedCall } from '../kernel/trace.ts';
import type { RateLimiter } from '../ports/ports.ts';
import type { PromptIds, ProviderAnswer } from '../ports/provider.ts';
import { moneyRefusal } from '../provider/refusals.ts';
import { upstreamText } from '../provider/upstream.ts';
import { type RailAccount, traitsOf } from '../rails/index.ts';
import { idOfOwnSlot, isDefaultRefTaken, referenceAttemptsMax } from './default-reference.ts';
import { openWithinRules, promptRulingOf } from './open-within-rules.ts';
import { defaultAccountRef } from './payment.ts';
import { type Prompted, recordPrompted } from './prompt-statements.ts';
import { paymentRefusals } from './refusals.ts';
import { type CollectInput, collectOutcomeSchema } from './schemas.ts';
import { type NewPayment, openPayments, recordRefused } from './statements.ts';

/** Capability: counts prompts per phone number, and knows the numbers and rules that stop them. */
export type WithPhoneLimit = WithGuard & { phoneLimit: RateLimiter };

type CollectContext = TenantContext & WithProvider & WithTurns & WithPhoneLimit;

/** The result of a collection, recorded with the key and replayed to every repeat. */
export type CollectOutcome = z.output<typeof collectOutcomeSchema>;

/**
 * Sends a prompt to a handset and records the payment (spec 4.1). Never pushes twice for one key.
 * @throws DomainError forbidden (scope), provider_not_configured, refused_by_rule, rate_limited, idempotency_*,
 *   provider_unavailable (no key, no answer)
 */
export async function collectPayment(
  ctx: CollectContext,
  input: CollectInput,
  idempotency?: Omit<IdempotentRequest, 'endpoint'>,
): Promise<{ outcome: CollectOutcome; replayed: boolean }> {
  requireScope(ctx, 'collect');
  const request = idempotency && { endpoint: 'collect' as const, ...idempotency };
  return runIdempotent(ctx, request, collectOutcomeSchema, async (claim) => {
    const { account, reason } = await chooseAccount(ctx, ctx.tenant, { phone: input.phone, asked: input.rail });
    const limitKey = `${ctx.tenant.applicationId}:${ctx.tenant.environment}:${input.phone}`;
    await demandNotStopped(ctx.guard.stopList, input.phone);
    await admit(ctx, limitKey);
    const payment = await openOrRefund(ctx, limitKey, () => open(ctx, input, account, claim));
    if (!payment) return undefined;
    if (reason !== 'only')
      ctx.log.info({ paymentId: payment.id, rail: account.rail, reason }, 'The network was chosen.');
    const answer = await tracedCall(ctx, 'push_prompt', payment.id, () =>
      ctx.provider.rail(account).prompts.push({
        promptId: payment.checkoutRequestId,
        amount: payment.amount,
        phone: payment.phone,
        accountRef: payment.accountRef,
        description: payment.description,
        callbackUrl: `${ctx.callbackBaseUrl}/stk-hook/${payment.callbackToken}`,
        sendBefore: claim?.leaseUntil ?? leaseFrom(payment.createdAt),
      }),
    );
    const outcome = await record(ctx, payment.id, answer, claim);
    if (answer.kind === 'accepted' && traitsOf[account.rail].provesNumber) {
      await claimShortcode(ctx, ctx.tenant, { shortcode: account.address, evidence: 'push' });
    }
    return outcome;
  });
}

async function admit(ctx: CollectContext, limitKey: string): Promise<void> {
  const verdict = await ctx.phoneLimit.consume(limitKey);
  if (verdict.allowed) return;
  throw new DomainError(
    'rate_limited',
    paymentRefusals.promptsUsedUp({
      limit: verdict.limit,
      window: verdict.windowSeconds,
      seconds: verdict.resetSeconds,
    }),
    { retryAfterSeconds: verdict.resetSeconds, retryKey: 'same' },
  );
}

/** Opens a payment. When none is opened, what the limit counted is given back. */
async function openOrRefund(
  ctx: CollectContext,
  limitKey: string,
  opening: () => Promise<NewPayment | undefined>,
): Promise<NewPayment | undefined> {
  let payment: NewPayment | undefined;
  try {
    payment = await opening();
    return payment;
  } finally {
    if (!payment) await ctx.phoneLimit.refund(limitKey);
  }
}

/**
 * Transaction 1. When another payment has the default reference, nothing was written, and it starts
 * again under another id. Returns undefined when the key was claimed before.
 */
async function open(
  ctx: CollectContext,
  input: CollectInput,
  account: RailAccount,
  claim: NewClaim | undefined,
): Promise<NewPayment | undefined> {
  const ruling = await promptRulingOf(ctx);
  for (let attempt = 1; ; attempt += 1) {
    const payment = newPayment(ctx, input, account, attempt > 1);
    const opening = { payment, claim: claim && { ...ctx.tenant, ...claim } };
    try {
      const opened = ruling ? await openWithinRules(ctx, opening, ruling) : await openPayment(ctx.db, opening);
      return opened ? payment : undefined;
    } catch (error) {
      if (!isDefaultRefTaken(error) || attempt === referenceAttemptsMax) throw error;
    }
  }
}

function newPayment(ctx: CollectContext, input: CollectInput, account: RailAccount, isRetry: boolean): NewPayment {
  const createdAt = ctx.clock.now();
  const { accountReference } = input;
  const owner = `${ctx.tenant.applicationId} ${ctx.tenant.environment}`;
  const { promptIdOf, firstQuestionSeconds } = traitsOf[account.rail];
  const id = accountReference === undefined ? idOfOwnSlot(owner, createdAt, isRetry) : uuidv7();
  return {
    id,
    ...ctx.tenant,
    amount: input.amount,
    phone: input.phone,
    accountRef: accountReference ?? defaultAccountRef(id),
    isDefaultRef: accountReference === undefined,
    description: input.description ?? 'Payment',
    metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    rail: account.rail,
    shortcode: account.address,
    checkoutRequestId: promptIdOf?.(id) ?? null,
    callbackToken: newCallbackToken(),
    createdAt,
    nextQueryAt: new Date(createdAt.getTime() + firstQuestionSeconds * 1000),
  };
}

const openPayment = batched((db, opening: Parameters<typeof openPayments>[1]) => openPayments(db.pool, opening));

const endPrompt = batched(async (db, prompted: readonly Prompted[]) => {
  await recordPrompted(db.pool, prompted);
  return prompted.map(() => undefined);
});

/** Transaction 2: records what the provider answered. */
async function record(
  ctx: CollectContext,
  paymentId: string,
  answer: ProviderAnswer<PromptIds>,
  claim: NewClaim | undefined,
): Promise<CollectOutcome> {
  const now = ctx.clock.now();
  if (answer.kind === 'accepted') {
    const { merchantRequestId, checkoutRequestId } = answer;
    const outcome: CollectOutcome = { kind: 'prompted', paymentId, checkoutRequestId };
    const ended = claim && { id: claim.id, outcome };
    const prompted = { id: paymentId, merchantRequestId, checkoutRequestId, promptedAt: now, claim: ended };
    await outliveOutage(ctx, () => endPrompt(ctx.db, prompted));
    return outcome;
  }
  if (answer.kind === 'rejected') {
    const { by, code, description, retryAfterSeconds } = answer;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    const outcome: CollectOutcome = { kind: 'refused', paymentId, by, code, description, ...wait };
    const refused = { id: paymentId, resultCode: code, resultDesc: description, settledAt: now };
    const settled = await outliveOutage(ctx, () =>
      recordRefused(ctx.db.pool, refused, claim && { id: claim.id, outcome }),
    );
    if (settled) return outcome;
  } else {
    ctx.log.warn({ paymentId, cause: answer.cause }, 'The provider did not answer a push. The payment stays pending.');
    const upstream = answer.upstream ?? null;
    if (claim) await outliveOutage(ctx, () => markIndeterminate(ctx.db.pool, claim.id, now, upstream));
  }
  const upstream = answer.kind === 'unknown' ? answer.upstream : undefined;
  if (claim) throw indeterminate('collect', paymentId, upstream);
  throw new DomainError(
    'provider_unavailable',
    paymentRefusals.promptUnclear({ id: paymentId, upstream: upstreamText(upstream) }),
    { indeterminate: true, paymentId, ...(upstream && { upstream }) },
  );
}

/** A refused outcome as the error that its caller gets. */
export function refusal(outcome: CollectOutcome & { kind: 'refused' }, replayed: boolean): DomainError {
  return moneyRefusal('prompt', outcome, { paymentId: outcome.paymentId }, replayed);
}
