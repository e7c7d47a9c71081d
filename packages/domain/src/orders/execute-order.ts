import { isDatabaseOutage, type OrderModel, type OrderStatus } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { createTurns, findClaim, fingerprintOf } from '../idempotency/index.ts';
import { operator } from '../kernel/authority.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import type { WithPhoneLimit } from '../payments/index.ts';
import { findExecutionRefusal } from './find-execution-refusal.ts';
import { orderKinds } from './kinds/index.ts';
import { attemptsMax, claimSeconds } from './order.ts';
import { type CarriedOut, failedOutcome } from './outcome.ts';
import { orderRefusals } from './refusals.ts';
import * as orders from './statements.ts';

/**
 * Executes an approved order. Safe to run twice and by several workers at once: only the holder of the claim acts. What
 * moves money or rings a phone runs under an idempotency key of the order, so that an attempt after a crash reads the
 * earlier result instead of acting again.
 * @returns the state of the order; undefined when there is nothing to do
 */
export async function executeOrder(
  ctx: Context & WithProvider & WithPhoneLimit,
  { orderId }: { orderId: string },
): Promise<OrderStatus | undefined> {
  const now = ctx.clock.now();
  const order = await orders.claim(ctx.db.prisma, orderId, {
    claimedUntil: new Date(now.getTime() + claimSeconds * 1000),
    now,
  });
  if (!order) return undefined;
  const begun = await hasBegun(ctx, order);
  if (order.expiresAt <= ctx.clock.now() && !begun) return end(ctx, order, 'expired', { outcome: null });
  try {
    // An order that reached the provider is only read: its result stands, whatever the policy says now.
    const refusal = begun ? undefined : await findExecutionRefusal(ctx, order);
    if (refusal) throw refusal;
    return await end(ctx, order, 'executed', await carryOut(ctx, order));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'idempotency_in_flight') {
      // Another attempt is still under way. A later one reads its result.
      await orders.release(ctx.db.pool, order);
      return undefined;
    }
    const failed = await failure(ctx, order, error);
    if (!failed) throw error;
    return end(ctx, order, 'executed', failed);
  }
}

/** Runs the verb that REST runs for the same action. Throws what the verb throws. */
function carryOut(ctx: Context & WithProvider & WithPhoneLimit, order: OrderModel): Promise<CarriedOut> {
  const { applicationId, environment, input } = order;
  const tenantCtx = {
    ...ctx,
    turns: createTurns(),
    tenant: { applicationId, environment },
    actor: `user:${order.requestedBy}`,
    authority: operator,
  };
  const fingerprint = fingerprintOf(input as Record<string, unknown>);
  const key = { key: keyOf(order), fingerprint, reason: order.reason };
  return orderKinds[order.kind].carryOut(tenantCtx, input, key, order.decidedBy);
}

/** The idempotency key of an order, the same for all of its attempts. Callers cannot name it: theirs are ASCII. */
const keyOf = ({ id }: OrderModel) => `order→${id}`;

/** Whether an attempt before this one reached the provider, or may have. */
async function hasBegun(ctx: Context, order: OrderModel): Promise<boolean> {
  const { applicationId, environment } = order;
  const { keyed } = orderKinds[order.kind];
  if (!keyed) return false;
  const claimed = { applicationId, environment, endpoint: keyed.endpoint, key: keyOf(order) };
  return (await findClaim(ctx.db.pool, claimed)) !== undefined;
}

/**
 * Turns an error into the order's outcome: a refusal at once, a failure of ours after `attemptsMax` attempts. Undefined:
 * another attempt follows when the claim has lapsed.
 */
async function failure(ctx: Context, order: OrderModel, error: unknown): Promise<CarriedOut | undefined> {
  const { keyed } = orderKinds[order.kind];
  if (error instanceof DomainError) {
    // A refusal because of an earlier reversal names that one, which this order is not about.
    const { paymentId, disbursementId, queryId } = error.code === 'already_reversed' ? {} : error.extras;
    return { outcome: failedOutcome(keyed?.unclear, error), resourceId: paymentId ?? disbursementId ?? queryId };
  }
  ctx.log.error({ orderId: order.id, attempts: order.attempts, err: error }, 'An order could not be carried out.');
  if (order.attempts < attemptsMax || isDatabaseOutage(error)) return undefined;
  const extras = (await hasBegun(ctx, order)) ? { indeterminate: true as const } : {};
  return { outcome: failedOutcome(keyed?.unclear, new DomainError('internal', orderRefusals.gaveUp, extras)) };
}

/** approved → executed or expired, while this attempt holds the claim. */
async function end(
  ctx: Context,
  order: OrderModel,
  status: 'executed' | 'expired',
  { outcome, resourceId }: { outcome: CarriedOut['outcome'] | null; resourceId?: string },
): Promise<OrderStatus | undefined> {
  const { id, kind, environment, amount, attempts } = order;
  const at = ctx.clock.now();
  const to = { id, attempts, status, outcome, resourceId: resourceId ?? null, at };
  const audit = {
    id: uuidv7({ msecs: at.getTime() }),
    actor: 'system',
    action: `order.${status}`,
    detail: {
      environment,
      kind,
      amount,
      ...(outcome && { ok: outcome.ok }),
      ...(outcome && !outcome.ok && { code: outcome.code }),
      ...(resourceId && { resourceId }),
    },
  };
  const ended = await outliveOutage(ctx, () => orders.endOrder(ctx.db.pool, to, audit));
  return ended ? status : undefined;
}
