import type { Context, WithCourier } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { CourierAnswer } from '../ports.ts';
import { failingDaysMax, failingWindow, failureOf, hasFailedForTooLong, nextAttempt } from './delivery.ts';
import {
  type AttemptRecord,
  type ClaimedDelivery,
  cancelOrFind,
  claimDelivery,
  disableEndpoint,
  postponeDelivery,
  recordAttempt,
  wasAttempted,
} from './move-delivery.ts';
import { signatureHeaders } from './signature.ts';

const responseCharactersMax = 16_384;
const unopenedRetrySeconds = 300;
const userAgent = 'Tillgate/1 (webhooks)';

/** `ended`: no attempt follows, ever. `held`: another worker is at it and goes on; should it have died, the sweep does. */
export type DeliveryState =
  | { ended: true; status: 'delivered' | 'exhausted' | 'cancelled' }
  | { ended: false; nextAttemptAt: string; held?: true };

/**
 * Makes the attempt of a delivery that is due, and answers what follows. Safe to run twice and by several workers at once:
 * who does not hold the claim posts nothing. A crash between the POST and its record repeats the attempt once the claim has
 * lapsed, under the same x-webhook-id: delivery is at least once.
 * @param ctx `random` (0 ≤ x < 1) is the jitter's; Math.random by default
 * @throws DomainError not_found
 */
export async function attemptDelivery(
  ctx: Context & WithCourier & { random?: () => number },
  input: { deliveryId: string },
): Promise<DeliveryState> {
  const claim = await claimDelivery(ctx.db.pool, input.deliveryId, ctx.clock.now());
  if (!claim) return standing(ctx, input.deliveryId);
  const secret = openSecret(ctx, claim);
  if (secret === undefined) return postpone(ctx, claim);
  const startedAt = ctx.clock.now();
  const answer = await ctx.courier({
    url: claim.url,
    body: claim.body,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'x-webhook-event': claim.eventType,
      'x-webhook-id': claim.id,
      ...signatureHeaders({ id: claim.id, at: startedAt, rawBody: claim.body, secrets: [secret] }),
    },
  });
  return record(ctx, claim, answer, startedAt);
}

async function record(
  ctx: Context & { random?: () => number },
  claim: ClaimedDelivery,
  answer: CourierAnswer,
  startedAt: Date,
): Promise<DeliveryState> {
  const now = ctx.clock.now();
  const next = nextAttempt(claim.attemptCount + 1, answer, now, ctx.random ?? Math.random);
  const attempt = attemptRecord(answer, startedAt);
  switch (next.kind) {
    case 'delivered': {
      const to = { status: 'delivered' as const, nextAttemptAt: null, at: now };
      const recorded = await recordAttempt(ctx.db.pool, claim, attempt, to);
      return recorded ? { ended: true, status: 'delivered' } : standing(ctx, claim.id);
    }
    case 'disable': {
      const recorded = await recordAndDisable(ctx, claim, attempt, next.reason, now);
      return recorded ? { ended: true, status: 'cancelled' } : standing(ctx, claim.id);
    }
    case 'at':
    case 'give_up': {
      const nextAttemptAt = next.kind === 'at' ? next.time : null;
      const to = { status: next.kind === 'at' ? ('due' as const) : ('exhausted' as const), nextAttemptAt, at: now };
      const recorded = await recordAttempt(ctx.db.pool, claim, attempt, to);
      if (!recorded) return standing(ctx, claim.id);
      const disabled = await disableIfHopeless(ctx, claim.endpointId, recorded.failingSince, now);
      if (disabled && nextAttemptAt) return standing(ctx, claim.id);
      return nextAttemptAt
        ? { ended: false, nextAttemptAt: nextAttemptAt.toISOString() }
        : { ended: true, status: 'exhausted' };
    }
  }
}

/** The row's own word, for everybody who did not move it. */
async function standing(ctx: Context, deliveryId: string): Promise<DeliveryState> {
  const now = ctx.clock.now();
  const found = await cancelOrFind(ctx.db.pool, deliveryId, now);
  if (!found) throw new DomainError('not_found', 'There is no such delivery.');
  if (found.status !== 'due') return { ended: true, status: found.status };
  const times = [found.nextAttemptAt, found.claimedUntil].map((time) => time?.getTime() ?? 0);
  const nextAttemptAt = new Date(Math.max(...times)).toISOString();
  const held = found.claimedUntil !== null && found.claimedUntil > now;
  return { ended: false, nextAttemptAt, ...(held && { held }) };
}

function openSecret(ctx: WithCourier & Context, claim: ClaimedDelivery): string | undefined {
  try {
    return ctx.open(claim.sealedSecret);
  } catch {
    return undefined;
  }
}

/** Our own fault, not the merchant's: no attempt is spent, and it goes out once the operator has repaired the keys. */
async function postpone(ctx: Context, claim: ClaimedDelivery): Promise<DeliveryState> {
  const nextAttemptAt = new Date(ctx.clock.now().getTime() + unopenedRetrySeconds * 1000);
  await postponeDelivery(ctx.db.pool, claim, nextAttemptAt);
  ctx.log.error(
    { deliveryId: claim.id, endpointId: claim.endpointId },
    'The signing secret of an endpoint cannot be opened with our private key: its deliveries wait.',
  );
  return { ended: false, nextAttemptAt: nextAttemptAt.toISOString() };
}

async function recordAndDisable(
  ctx: Context,
  claim: ClaimedDelivery,
  attempt: AttemptRecord,
  reason: string,
  at: Date,
): Promise<boolean> {
  const client = await ctx.db.pool.connect();
  let recorded = false;
  try {
    await client.query('BEGIN');
    const to = { status: 'cancelled' as const, nextAttemptAt: null, at };
    recorded = (await recordAttempt(client, claim, attempt, to)) !== undefined;
    if (recorded) await disableEndpoint(client, { endpointId: claim.endpointId, reason, actor: 'system', at });
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // Ends the connection, and the transaction with it: a ROLLBACK could fail as well.
    client.release(true);
    throw error;
  }
  if (recorded) ctx.log.warn({ endpointId: claim.endpointId, reason }, 'A webhook endpoint was disabled.');
  return recorded;
}

async function disableIfHopeless(
  ctx: Context,
  endpointId: string,
  failingSince: Date | null,
  at: Date,
): Promise<boolean> {
  if (!hasFailedForTooLong(failingSince, at)) return false;
  if (!(await wasAttempted(ctx.db.pool, endpointId, failingWindow(at)))) return false;
  const reason = `Every delivery failed for ${failingDaysMax} days.`;
  const disabled = await disableEndpoint(ctx.db.pool, { endpointId, reason, actor: 'system', at });
  if (disabled) ctx.log.warn({ endpointId, reason }, 'A webhook endpoint was disabled.');
  return disabled;
}

function attemptRecord(answer: CourierAnswer, startedAt: Date): AttemptRecord {
  const answered = answer.kind === 'answered';
  return {
    startedAt,
    durationMs: answer.durationMs,
    statusCode: answered ? answer.statusCode : null,
    error: storable(failureOf(answer)),
    responseBody: answered ? storable(answer.body) : null,
  };
}

/** Postgres text has no NUL, and what a stranger answers is kept within limits here as well. */
function storable(text: string | null): string | null {
  return text === null ? null : text.slice(0, responseCharactersMax).replaceAll('\0', '\uFFFD');
}
