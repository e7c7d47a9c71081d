import { isDatabaseOutage } from '@tillgate/db';
import { burnKey, findClaim, type WithTurns } from '../idempotency/index.ts';
import { operator } from '../kernel/authority.ts';
import type { Context, TenantContext, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { spokenCode } from '../kernel/spoken.ts';
import { later, secondMs } from '../kernel/time.ts';
import {
  type AttemptRefusal,
  claimSeconds,
  decideAttempt,
  lockWaiting,
  type PublicLimits,
  staleSeconds,
  storeClaim,
  storeHanded,
  storeRefused,
  storeStale,
  type WaitingAttempt,
} from '../links/index.ts';
import { collectPayment, type WithPhoneLimit } from '../payments/index.ts';
import { lockPrompts, readFacts } from './facts-statements.ts';

const referenceLength = 7;

/** Capability: knows the limits of the installation for prompts that anybody can cause. */
export type WithPublicLimits = { publicLimits: PublicLimits };

export type CheckoutContext = Context & WithProvider & WithTurns & WithPhoneLimit & WithPublicLimits;

/**
 * Sends the prompt of an attempt that waits, or says why not. It is safe to run twice and after a crash: the prompt is sent
 * under a key that is made of the attempt, and a worker that takes over finds what the key came to. An attempt that is too
 * old has its key used up, so that a process that slept sends nothing later.
 */
export async function promptAttempt(ctx: CheckoutContext, attemptId: string): Promise<void> {
  const attempt = await claim(ctx, attemptId);
  if (!attempt) return;
  try {
    const { outcome } = await collectPayment(tenantOf(ctx, attempt), inputOf(attempt), keyOf(attempt));
    await storeHanded(ctx.db.pool, attempt.id, outcome.paymentId, ctx.clock.now());
  } catch (error) {
    await settleFailure(ctx, attempt, error);
  }
}

/**
 * The key that the prompt of an attempt is sent under. No API key can send it: its sign is not ASCII. The statements of
 * `credits` know its form, too.
 */
export const attemptKey = (attemptId: string) => `attempt§${attemptId}`;

const keyOf = ({ id }: WaitingAttempt) => ({ key: attemptKey(id), fingerprint: attemptKey(id) });

function tenantOf(ctx: CheckoutContext, { applicationId, environment, linkId }: WaitingAttempt) {
  const own: CheckoutContext & TenantContext = {
    ...ctx,
    tenant: { applicationId, environment },
    actor: `link:${linkId}`,
    authority: operator,
  };
  return own;
}

function inputOf(attempt: WaitingAttempt) {
  const { amount, phone, title: description } = attempt;
  return { amount, phone, accountReference: attemptReference(attempt), description };
}

/** The reference of an attempt's payment: the link's own or, of a link for many payments, one of its own. */
export function attemptReference(attempt: Pick<WaitingAttempt, 'id' | 'accountReference' | 'referencePrefix'>): string {
  return attempt.accountReference ?? `${attempt.referencePrefix}-${spokenCode(attempt.id, referenceLength)}`;
}

/**
 * Decides about an attempt under the locks of its link, application and phone. What counts towards limits is written before
 * the prompt.
 * @returns the attempt whose prompt this worker has to send now
 */
function claim(ctx: CheckoutContext, attemptId: string): Promise<WaitingAttempt | undefined> {
  return ctx.db.transaction(async (db) => {
    const now = ctx.clock.now();
    const attempt = await lockWaiting(db, attemptId, now);
    if (!attempt) return undefined;
    const { id, applicationId, environment } = attempt;
    const key = { applicationId, environment, endpoint: 'collect' as const, key: attemptKey(id) };
    const burn = () => burnKey(db, { ...key, resourceId: id, at: now });
    if (later(attempt.createdAt, staleSeconds * secondMs) < now) {
      if (await burn()) {
        await storeStale(db, id, now);
        return undefined;
      }
    } else if (attempt.promptAt === null || !(await findClaim(db, key))) {
      // Also when another worker decided to send it and did not get so far: meanwhile, the link may have ended.
      await lockPrompts(db, attempt);
      const decision = decideAttempt(await factsOf(db, attempt, now), ctx.publicLimits, now);
      // That other worker may only be slow. It must not send what this one refuses.
      if (decision.kind === 'refuse' && (attempt.promptAt === null || (await burn()))) {
        await storeRefused(db, id, { ...decision, at: now });
        return undefined;
      }
    }
    await storeClaim(db, id, { at: now, until: later(now, claimSeconds * secondMs) });
    return attempt;
  });
}

async function factsOf(db: Parameters<typeof readFacts>[0], attempt: WaitingAttempt, now: Date) {
  const stored = await readFacts(db, attempt, now);
  return {
    link: { ...attempt, amount: attempt.linkAmount },
    attempt,
    isAvailable: stored.isAvailable,
    live: { count: stored.liveCount, newestAt: stored.liveNewestAt },
    ofLink: { recent: stored.linkRecent, count: stored.linkCount },
    ofApplication: stored.applicationRecent,
    ofPhone: stored.phone,
    lastFailure: stored.lastFailure,
  };
}

/** Records what a failed call proved. What proves nothing leaves the attempt waiting: it is taken up again soon. */
async function settleFailure(ctx: CheckoutContext, { id }: WaitingAttempt, error: unknown): Promise<void> {
  const at = ctx.clock.now();
  const { pool } = ctx.db;
  if (!(error instanceof DomainError)) {
    if (!isDatabaseOutage(error))
      ctx.log.error({ attemptId: id, err: error }, 'A prompt of a link failed. It is tried again.');
    throw error;
  }
  const { paymentId, retryAfterSeconds } = error.extras;
  if (paymentId !== undefined) {
    await storeHanded(pool, id, paymentId, at);
    return;
  }
  const refusal = refusalOf(error);
  if (refusal === undefined) return;
  const retryAt = retryAfterSeconds === undefined ? null : later(at, retryAfterSeconds * secondMs);
  await storeRefused(pool, id, { refusal, retryAt, at });
}

/** What a refusal means for a payer; undefined when it says nothing about the prompt. */
function refusalOf({ code, extras }: DomainError): AttemptRefusal | undefined {
  switch (code) {
    case 'rate_limited':
      return 'too_many';
    case 'refused_by_rule':
      return extras.rule === 'stop_list' ? 'stopped' : 'rule';
    case 'provider_not_configured':
    case 'forbidden':
      return 'unavailable';
    case 'invalid_input':
      return 'not_sent';
    default:
      return undefined;
  }
}
